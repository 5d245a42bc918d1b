<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\User;
use App\Http\Json;
use Illuminate\Contracts\Auth\Authenticatable;
use Illuminate\Http\JsonResponse;

final class MeController
{
    /** @param  User  $user */
    public function __invoke(Authenticatable $user): JsonResponse
    {
        return Json::response(['user' => $user->toContract()]);
    }
}
