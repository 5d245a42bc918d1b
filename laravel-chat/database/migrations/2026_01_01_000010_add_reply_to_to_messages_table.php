<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        // On MariaDB a migration that ended half-way has left its column.
        Schema::hasColumn('messages', 'reply_to') || Schema::table('messages', function (Blueprint $table) {
            $table->unsignedBigInteger('reply_to')->nullable(); // NULL: no reply
        });
    }
};
