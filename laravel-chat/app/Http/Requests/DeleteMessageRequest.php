<?php

declare(strict_types=1);

namespace App\Http\Requests;

/** Nothing is asked for; what is sent must be JSON all the same. */
final class DeleteMessageRequest extends JsonRequest
{
    protected function clean(array $fields): void
    {
    }
}
