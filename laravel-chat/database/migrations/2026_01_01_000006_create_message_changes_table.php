<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        // On MariaDB a migration that ended half-way has left its columns.
        Schema::hasColumn('messages', 'rev') || Schema::table('messages', function (Blueprint $table) {
            $table->unsignedBigInteger('rev')->nullable(); // NULL: never changed
        });
        Schema::hasColumn('message_counter', 'last_rev')
            || Schema::table('message_counter', function (Blueprint $table) {
                $table->unsignedBigInteger('last_rev')->default(0);
            });

        // The changed messages by their revisions: a table of its own, so that storing a message keeps no further
        // index.
        Schema::dropIfExists('message_changes');
        Schema::create('message_changes', function (Blueprint $table) {
            $table->unsignedBigInteger('rev')->primary();
            $table->unsignedBigInteger('message_id');
        });
    }
};
