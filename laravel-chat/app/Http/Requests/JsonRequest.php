<?php

declare(strict_types=1);

namespace App\Http\Requests;

use App\ChatError;
use App\Http\JsonObject;
use Illuminate\Foundation\Http\FormRequest;

/**
 * A form request whose rules are the chat's value classes, because the loop checks what it gets by the same:
 * one at a time, the first fault is the answer.
 */
abstract class JsonRequest extends FormRequest
{
    /** @throws ChatError bad_json, and what the fields' classes throw */
    public function validateResolved(): void
    {
        $this->clean(JsonObject::decode((string) $this->getContent()));
    }

    /** @param  array<array-key, mixed>  $fields */
    abstract protected function clean(array $fields): void;
}
