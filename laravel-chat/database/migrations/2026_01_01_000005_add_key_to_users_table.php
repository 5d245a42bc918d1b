<?php

declare(strict_types=1);

use App\Chat\Names;
use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Collection;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        if (Schema::hasColumn('users', 'skeleton')) { // an earlier version had it
            Schema::table('users', function (Blueprint $table) {
                $table->dropUnique(['skeleton']);
                $table->dropColumn('skeleton');
            });
        }
        // On MariaDB a migration that ended half-way has left its column.
        Schema::hasColumn('users', 'key') || Schema::table('users', function (Blueprint $table) {
            // A character may become 18 in compatibility form. NULL: an account from before this column, whose key an
            // older one has.
            $table->string('key', 576)->nullable();
        });
        $taken = [];
        DB::table('users')->select('id', 'name')->chunkById(1000, function (Collection $users) use (&$taken): void {
            DB::transaction(function () use ($users, &$taken): void {
                foreach ($users as $user) {
                    $key = Names::keyOf($user->name);
                    if (! isset($taken["={$key}"])) {
                        $taken["={$key}"] = true;
                        DB::table('users')->where('id', $user->id)->update(['key' => $key]);
                    }
                }
            });
        });
        Schema::table('users', fn (Blueprint $table) => $table->unique('key'));
    }
};
