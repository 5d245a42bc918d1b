<?php

declare(strict_types=1);

use App\WholeNumber;

return [
    'bcrypt' => ['rounds' => WholeNumber::of('CHAT_BCRYPT_COST', env('CHAT_BCRYPT_COST'), 10, 4, 15)],
];
