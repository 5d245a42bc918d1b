<?php

declare(strict_types=1);

use App\Chat\User;
use Illuminate\Support\Facades\Broadcast;

// presence-chat: who is logged in may join, and is known to the others by id and name.
Broadcast::channel('chat', fn (User $user): array => $user->toContract());
