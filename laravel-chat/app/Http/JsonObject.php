<?php

declare(strict_types=1);

namespace App\Http;

use App\Chat\JsonMembers;
use App\ChatError;
use App\Contract;

/** JSON as RFC 8259 and the contract have it, which is a little less than PHP's decoder takes. */
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
        if (! JsonMembers::areAtMost($body, (int) Contract::load()->limit('jsonMaxMembers'))) {
            throw ChatError::badJson();
        }
        // PHP counts what is inside the innermost level as one more.
        $decoded = json_decode($body, true, 1 + max(0, (int) Contract::load()->limit('jsonMaxDepth')));
        if (! is_array($decoded) || ltrim($body, " \t\r\n")[0] !== '{' || self::hasLooseLiterals($body)) {
            throw ChatError::badJson();
        }

        return $decoded;
    }

    /** PHP reads TRUE, False and nULL too: outside of strings, JSON's only capital letter is the exponent's E. */
    private static function hasLooseLiterals(string $body): bool
    {
        return preg_match('/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)|[A-DF-Z]|(?<=[a-z])E/s', $body) === 1;
    }
}
