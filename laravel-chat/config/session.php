<?php

declare(strict_types=1);

use App\Contract;

return [
    'driver' => 'chat',
    'lifetime' => intdiv((int) Contract::load()->limit('sessionSeconds'), 60), // minutes
    'expire_on_close' => false,
    'encrypt' => false,
    'connection' => null,
    'table' => 'sessions',
    'cookie' => Contract::load()->cookie(),
    'path' => '/',
    'domain' => null,
    'secure' => null, // where the page came by https
    'http_only' => true,
    'same_site' => 'lax',
    'serialization' => 'json',
];
