<?php

declare(strict_types=1);

return [
    'driver' => 'bcrypt',
    'bcrypt' => ['rounds' => (int) env('CHAT_BCRYPT_COST', 10)],
];
