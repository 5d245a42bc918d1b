<?php

declare(strict_types=1);

use App\Store\Users;
use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Collection;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        // On MariaDB a migration that ended half-way has left its column.
        Schema::hasColumn('users', 'skeleton') || Schema::table('users', function (Blueprint $table) {
            // sha256, since a skeleton can be longer than an index may be. NULL: an account from before this column, which
            // looks like an older one; both stay what they are.
            $table->char('skeleton', 64)->nullable();
        });
        $taken = [];
        DB::table('users')->select('id', 'name')->chunkById(1000, function (Collection $users) use (&$taken): void {
            DB::transaction(function () use ($users, &$taken): void {
                foreach ($users as $user) {
                    $skeleton = Users::skeletonOf($user->name);
                    if (isset($taken[$skeleton])) {
                        continue;
                    }
                    $taken[$skeleton] = true;
                    DB::table('users')->where('id', $user->id)->update(['skeleton' => $skeleton]);
                }
            });
        });
        Schema::table('users', fn (Blueprint $table) => $table->unique('skeleton'));
    }

    public function down(): void
    {
        Schema::table('users', function (Blueprint $table) {
            $table->dropUnique(['skeleton']);
            $table->dropColumn('skeleton');
        });
    }
};
