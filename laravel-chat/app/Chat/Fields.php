<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use App\Contract;
use Normalizer;

/** What a field may be, by POST and by socket. Each takes a value as decoded from JSON, null where it is missing. */
final class Fields
{
    // Beyond it JSON's numbers are not exact.
    public const ID_MAX = 2 ** 53 - 1;

    /**
     * @return string trimmed, in NFC
     *
     * @throws ChatError empty_field, login_invalid, login_too_long
     */
    public static function cleanLogin(mixed $value): string
    {
        in_array($value, [null, ''], true) && throw ChatError::of('empty_field', 'login');
        is_string($value) || throw ChatError::of('login_invalid', 'login');
        $login = (string) Normalizer::normalize(self::trim($value), Normalizer::FORM_C);
        $login !== '' || throw ChatError::of('empty_field', 'login');
        preg_match('/\p{Cc}/u', $login) === 1 && throw ChatError::of('login_invalid', 'login');
        self::isLonger($login, 'loginMax') && throw ChatError::of('login_too_long', 'login');

        return $login;
    }

    /**
     * Never trimmed, and counted in bytes because bcrypt reads 72 of them.
     *
     * @throws ChatError empty_field, password_invalid, password_too_long
     */
    public static function cleanPassword(mixed $value): string
    {
        in_array($value, [null, ''], true) && throw ChatError::of('empty_field', 'password');
        is_string($value) || throw ChatError::of('password_invalid', 'password');
        preg_match('/\p{Cc}/u', $value) === 1 && throw ChatError::of('password_invalid', 'password');
        $max = Contract::load()->limit('passwordMaxBytes');
        strlen($value) <= $max || throw ChatError::of('password_too_long', 'password');

        return $value;
    }

    /**
     * @return string as it is stored: as sent, with CRLF as LF
     *
     * @throws ChatError empty_text, text_invalid, text_too_long
     */
    public static function cleanText(mixed $value): string
    {
        $value !== null || throw ChatError::of('empty_text', 'text');
        is_string($value) || throw ChatError::of('text_invalid', 'text');
        $text = str_replace("\r\n", "\n", $value);
        self::trim($text) !== '' || throw ChatError::of('empty_text', 'text');
        preg_match('/(?![\t\n])\p{Cc}/u', $text) === 1 && throw ChatError::of('text_invalid', 'text');
        self::isLonger($text, 'textMax') && throw ChatError::of('text_too_long', 'text');

        return $text;
    }

    /** @throws ChatError client_id_invalid */
    public static function cleanClientId(mixed $value): string
    {
        $pattern = Contract::load()->pattern('clientId');

        return is_string($value) && preg_match("/{$pattern}/D", $value) === 1
            ? $value
            : throw ChatError::of('client_id_invalid', 'clientId');
    }

    /**
     * The id of the message that is replied to. Whether there is one the store knows.
     *
     * @throws ChatError message_not_found
     */
    public static function cleanReplyTo(mixed $value): ?int
    {
        if ($value === null) {
            return null;
        }
        // 7.0 is 7 in JSON, and a float in PHP.
        if ((is_int($value) || is_float($value)) && $value >= 1 && $value <= self::ID_MAX && (int) $value == $value) {
            return (int) $value;
        }
        throw ChatError::of('message_not_found', 'replyTo');
    }

    /** @param  string  $limit  of the contract, in code points */
    private static function isLonger(string $text, string $limit): bool
    {
        return mb_strlen($text, 'UTF-8') > Contract::load()->limit($limit);
    }

    /** Takes white space off both ends, as ECMAScript's trim does, in linear time also without PCRE's JIT. */
    private static function trim(string $text): string
    {
        static $space = null; // each message asks for it
        $space ??= Contract::load()->trimmed();

        return (string) preg_replace("/^[{$space}]++|(?<![{$space}])[{$space}]++\\z/uD", '', $text);
    }
}
