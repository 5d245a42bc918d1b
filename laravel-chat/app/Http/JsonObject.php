<?php

declare(strict_types=1);

namespace App\Http;

use App\ChatError;

/** The body of a request: a JSON object, where an empty body is `{}`. */
final class JsonObject
{
    /**
     * @return array<array-key, mixed>
     *
     * @throws ChatError bad_json
     */
    public static function decode(string $body): array
    {
        if ($body === '') {
            return [];
        }
        $decoded = json_decode($body, true);
        if (! is_array($decoded) || ltrim($body, " \t\r\n")[0] !== '{') {
            throw ChatError::badJson();
        }

        return $decoded;
    }
}
