<?php

declare(strict_types=1);

namespace App\Lab;

use App\Lab\Calls\Cpu;
use App\Lab\Calls\Hash;
use App\Lab\Calls\Leak;
use App\Lab\Calls\OutboundCall;
use App\Lab\Calls\Query;
use App\Lab\Calls\Upload;
use App\Lab\Calls\Wait;

final class Calls
{
    /** Each kind of trouble by the name it has in an address. */
    public const BY_NAME = [
        'cpu' => Cpu::class, 'wait' => Wait::class, 'query' => Query::class, 'call' => OutboundCall::class,
        'leak' => Leak::class, 'upload' => Upload::class, 'hash' => Hash::class,
    ];

    /** The media type that a call takes. */
    public static function takes(string $name): string
    {
        return $name === 'upload' ? 'application/octet-stream' : 'application/json';
    }
}
