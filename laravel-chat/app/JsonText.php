<?php

declare(strict_types=1);

namespace App;

/** Encodes JSON for sockets and between processes. Bytes that are not UTF-8 are replaced, never refused. */
final class JsonText
{
    public static function of(mixed $data): string
    {
        return json_encode($data, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE
            | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR);
    }
}
