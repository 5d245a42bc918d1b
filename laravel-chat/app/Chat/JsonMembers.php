<?php

declare(strict_types=1);

namespace App\Chat;

use App\Contract;
use ChannelServer\Pusher\JsonMembers as Members;

/** How many members a JSON text may have, over HTTP as on a socket. */
final class JsonMembers
{
    public static function areFew(string $json): bool
    {
        return Members::areAtMost($json, (int) Contract::load()->limit('jsonMaxMembers'));
    }
}
