<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use App\Contract;
use Normalizer;

/** The rules of each field, for HTTP and sockets. Each takes a value decoded from JSON, null if it is missing. */
final class Fields
{
    // JavaScript's numbers are exact up to here.
    public const ID_MAX = 2 ** 53 - 1;

    /**
     * @return string trimmed, in NFC
     *
     * @throws ChatError empty_field, login_invalid, login_too_long
     */
    public static function cleanLogin(mixed $value): string
    {
        self::check($value !== null && $value !== '', 'empty_field', 'login');
        self::check(is_string($value), 'login_invalid', 'login');
        $login = (string) Normalizer::normalize(self::trim($value), Normalizer::FORM_C);
        self::check($login !== '', 'empty_field', 'login');
        self::check(preg_match('/\p{Cc}/u', $login) !== 1, 'login_invalid', 'login');
        self::check(self::fits($login, 'loginMax'), 'login_too_long', 'login');

        return $login;
    }

    /**
     * A password is never trimmed. Its limit is in bytes, because bcrypt reads 72 of them.
     *
     * @throws ChatError empty_field, password_invalid, password_too_long
     */
    public static function cleanPassword(mixed $value): string
    {
        self::check($value !== null && $value !== '', 'empty_field', 'password');
        self::check(is_string($value), 'password_invalid', 'password');
        self::check(preg_match('/\p{Cc}/u', $value) !== 1, 'password_invalid', 'password');
        self::check(strlen($value) <= Contract::limit('passwordMaxBytes'), 'password_too_long', 'password');

        return $value;
    }

    /**
     * @return string as it is stored: as sent, with CRLF as LF
     *
     * @throws ChatError empty_text, text_invalid, text_too_long
     */
    public static function cleanText(mixed $value): string
    {
        self::check($value !== null, 'empty_text', 'text');
        self::check(is_string($value), 'text_invalid', 'text');
        $text = str_replace("\r\n", "\n", $value);
        self::check(self::trim($text) !== '', 'empty_text', 'text');
        self::check(preg_match('/(?![\t\n])\p{Cc}/u', $text) !== 1, 'text_invalid', 'text');
        self::check(self::fits($text, 'textMax'), 'text_too_long', 'text');

        return $text;
    }

    /** @throws ChatError client_id_invalid */
    public static function cleanClientId(mixed $value): string
    {
        $pattern = Contract::get('patterns', 'clientId');
        self::check(is_string($value) && preg_match("/{$pattern}/D", $value) === 1, 'client_id_invalid', 'clientId');

        return $value;
    }

    /**
     * The id of the message that is replied to. Only the store knows whether that message is there.
     *
     * @throws ChatError message_not_found
     */
    public static function cleanReplyTo(mixed $value): ?int
    {
        if ($value === null) {
            return null;
        }
        // 7.0 is 7 in JSON, and a float in PHP.
        $isId = (is_int($value) || is_float($value)) && $value >= 1 && $value <= self::ID_MAX && (int) $value == $value;
        self::check($isId, 'message_not_found', 'replyTo');

        return (int) $value;
    }

    /**
     * @phpstan-assert true $isRight
     *
     * @throws ChatError
     */
    private static function check(bool $isRight, string $errorCode, string $field): void
    {
        if (! $isRight) {
            throw ChatError::of($errorCode, $field);
        }
    }

    /** @param  string  $limit  name of a limit in code points */
    private static function fits(string $text, string $limit): bool
    {
        return mb_strlen($text, 'UTF-8') <= Contract::limit($limit);
    }

    /** Trims as ECMAScript does, in linear time even without PCRE's JIT. */
    private static function trim(string $text): string
    {
        static $space = null; // every message is trimmed
        // As a character class of PCRE, where \v means more than U+000B.
        $space ??= preg_replace(
            ['/\\\\u([0-9a-f]{4})/', '/\\\\v/'], ['\\x{$1}', '\\x{000b}'], Contract::get('trimmed'),
        );

        return (string) preg_replace("/^[{$space}]++|(?<![{$space}])[{$space}]++\\z/uD", '', $text);
    }
}
