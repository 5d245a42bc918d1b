<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    /** An index of words, which an earlier version had. */
    public function up(): void
    {
        Schema::dropIfExists('message_blocks');
    }
};
