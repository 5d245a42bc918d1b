<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('sessions', function (Blueprint $table) {
            $table->string('id', 64)->primary(); // the hash of the token
            $table->foreignId('user_id');
            $table->unsignedBigInteger('expires_at')->index(); // seconds since 1970
        });
    }
};
