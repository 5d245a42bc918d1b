<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        // The index of words, which searches fill: see App\Store\WordBlocks.
        Schema::create('message_blocks', function (Blueprint $table) {
            $table->unsignedBigInteger('block')->primary(); // its first id
            $table->mediumText('words');
        });
    }

    public function down(): void
    {
        Schema::drop('message_blocks');
    }
};
