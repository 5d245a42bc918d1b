<?php

declare(strict_types=1);

namespace App\Lab;

use App\ChatError;
use App\Http\Json;

/** The body of a lab call, asked for values within their bounds. */
final class Fields
{
    /** @param  array<array-key, mixed>  $fields */
    public function __construct(private readonly array $fields, public readonly string $body = '')
    {
    }

    /** @throws ChatError bad_json */
    public static function in(string $body, string $what): self
    {
        return new self(Calls::takes($what) === 'application/json' ? Json::object($body) : [], $body);
    }

    public function has(string $name): bool
    {
        return array_key_exists($name, $this->fields);
    }

    /** @throws ChatError lab_invalid */
    public function wholeNumber(string $name, int $min, int $max): int
    {
        $value = $this->fields[$name] ?? null;
        // JSON knows one kind of number: 5 is 5.0.
        if (is_float($value) && $value >= $min && $value <= $max && floor($value) === $value) {
            $value = (int) $value;
        }

        return is_int($value) && $value >= $min && $value <= $max ? $value : throw ChatError::of('lab_invalid', $name);
    }

    /** @throws ChatError lab_invalid */
    public function flag(string $name): bool
    {
        $value = $this->has($name) ? $this->fields[$name] : false;

        return is_bool($value) ? $value : throw ChatError::of('lab_invalid', $name);
    }
}
