<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('failed_logins', function (Blueprint $table) {
            $table->id();
            $table->char('key', 64); // sha256 of login and address
            $table->unsignedBigInteger('at')->index(); // ms since 1970
            $table->index(['key', 'at']);
        });
    }

    public function down(): void
    {
        Schema::drop('failed_logins');
    }
};
