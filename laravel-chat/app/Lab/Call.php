<?php

declare(strict_types=1);

namespace App\Lab;

use App\ChatError;

/** One kind of trouble, made of the fields of a request. */
interface Call
{
    /** @throws ChatError where a field is out of bounds */
    public static function of(Fields $fields): self;

    /**
     * Does it. Whoever runs it can do nothing else meanwhile.
     *
     * @return array<string, mixed> what the answer says beside where, what, ms and pid
     */
    public function occupy(): array;
}
