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
            $table->string('id', 40)->primary();
            $table->foreignId('user_id')->nullable()->index();
            $table->text('payload');
            $table->unsignedBigInteger('last_activity')->index(); // seconds since 1970
        });
    }
};
