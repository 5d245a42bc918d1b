<?php

declare(strict_types=1);

namespace App\Http;

use Illuminate\Http\JsonResponse;

final class Json
{
    /** Kept by no cache, and taken for nothing else. */
    public const HEADERS = ['Cache-Control' => 'no-store', 'X-Content-Type-Options' => 'nosniff'];

    /**
     * @param  array<string, mixed>  $data
     * @param  array<string, string>  $headers
     */
    public static function response(array $data, int $status = 200, array $headers = []): JsonResponse
    {
        return new JsonResponse($data, $status, $headers + self::HEADERS, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }
}
