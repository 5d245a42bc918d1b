<?php

declare(strict_types=1);

namespace App\Http;

use App\ChatError;
use App\Contract;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

final class Json
{
    public const HEADERS = ['Cache-Control' => 'no-store', 'X-Content-Type-Options' => 'nosniff'];

    /**
     * @param  array<string, mixed>  $data
     * @param  array<string, string>  $headers
     */
    public static function response(array $data, int $status = 200, array $headers = []): JsonResponse
    {
        return new JsonResponse(
            $data, $status, $headers + self::HEADERS, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES,
        );
    }

    /**
     * @return array<array-key, mixed>
     *
     * @throws ChatError bad_json
     */
    public static function body(Request $request): array
    {
        return self::object((string) $request->getContent());
    }

    /**
     * An empty body counts as `{}`.
     *
     * @return array<array-key, mixed>
     *
     * @throws ChatError bad_json
     */
    public static function object(string $body): array
    {
        if ($body === '') {
            return [];
        }
        // PHP counts the innermost value as well.
        $decoded = json_decode($body, true, Contract::limit('jsonDepthMax') + 1);
        if (! is_array($decoded) || ltrim($body, " \t\r\n")[0] !== '{') {
            throw ChatError::of('bad_json');
        }

        return $decoded;
    }
}
