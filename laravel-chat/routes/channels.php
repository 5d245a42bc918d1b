<?php

declare(strict_types=1);

use App\Chat\User;
use App\Http\ChatGuard;
use Illuminate\Support\Facades\Broadcast;

// presence-chat: any user who is logged in may join. The loop closes the sockets of a session that ends, by its handle;
// another server would pass the handle on to all members.
Broadcast::channel('chat', fn (User $user): array => ['name' => $user->name]
    + (config('broadcasting.default') === 'loop' ? ['session' => ChatGuard::handleIn(request())] : []));
