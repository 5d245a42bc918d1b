<?php

declare(strict_types=1);

use App\Chat\User;
use App\Http\Sessions;
use Illuminate\Support\Facades\Broadcast;

// presence-chat: a user who is logged in may join, and is known to the others by id and name. The loop closes the
// sockets of a session when it ends, and knows it by its handle alone.
Broadcast::channel('chat', fn (User $user): array => [
    'name' => $user->name,
    'session' => Sessions::handleIn(request()),
]);
