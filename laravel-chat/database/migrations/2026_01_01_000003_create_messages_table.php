<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('messages', function (Blueprint $table) {
            // From message_counter. Auto-increment would leave holes, and give ids before the commit.
            $table->unsignedBigInteger('id')->primary();
            $table->foreignId('user_id')->constrained();
            $table->text('text');
            $table->string('client_id', 64);
            $table->dateTime('sent_at', 3);
            $table->unsignedBigInteger('rev')->nullable(); // NULL: never changed
            $table->unsignedBigInteger('reply_to')->nullable(); // NULL: no reply
            $table->unique(['user_id', 'client_id']);
        });

        // Changed messages by revision. A separate table, so that an insert into messages updates no further index.
        Schema::create('message_changes', function (Blueprint $table) {
            $table->unsignedBigInteger('rev')->primary();
            $table->unsignedBigInteger('message_id');
        });

        // One row, which each inserting transaction locks: ids are dense and rise in commit order.
        Schema::create('message_counter', function (Blueprint $table) {
            $table->unsignedTinyInteger('id')->primary();
            $table->unsignedBigInteger('last_id');
            $table->unsignedBigInteger('last_rev')->default(0);
        });
        DB::table('message_counter')->insert(['id' => 1, 'last_id' => 0]);
    }
};
