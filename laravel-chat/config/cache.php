<?php

declare(strict_types=1);

// The chat keeps nothing in the cache; the framework's own commands ask for a store.
return [
    'default' => 'array',
    'stores' => ['array' => ['driver' => 'array', 'serialize' => false]],
    'prefix' => 'laravel_chat',
];
