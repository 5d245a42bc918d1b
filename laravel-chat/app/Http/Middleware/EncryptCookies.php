<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use Illuminate\Contracts\Encryption\DecryptException;
use Illuminate\Cookie\Middleware\EncryptCookies as LaravelsEncryptCookies;

/** A cookie counts as it was given out. Laravel's own decoder skips characters that are no Base64. */
final class EncryptCookies extends LaravelsEncryptCookies
{
    /**
     * @param  string  $name
     * @param  string|array<array-key, mixed>  $cookie
     * @return string|array<array-key, mixed>
     */
    protected function decryptCookie($name, $cookie)
    {
        if (! is_string($cookie) || preg_match('~\A[A-Za-z0-9+/]+={0,2}\z~', $cookie) !== 1) {
            throw new DecryptException('This cookie is not one of ours.');
        }

        return parent::decryptCookie($name, $cookie);
    }
}
