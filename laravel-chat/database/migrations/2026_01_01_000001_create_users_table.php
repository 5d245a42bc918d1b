<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('users', function (Blueprint $table) {
            $table->id();
            // Names are equal when their code points are: utf8mb4_bin by the connection's collation, BINARY on SQLite.
            $table->string('name', 32)->unique();
            $table->string('password');
            $table->string('key', 576)->unique(); // Names::keyOf(): NFKC may make 18 characters of one
            $table->dateTime('created_at', 3);
        });
    }
};
