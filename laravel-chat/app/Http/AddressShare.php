<?php

declare(strict_types=1);

namespace App\Http;

/** Under what an address has its share of what all have together. */
final class AddressShare
{
    private const NETWORK_BYTES = 8;

    private const IPV4_AS_IPV6 = "\0\0\0\0\0\0\0\0\0\0\xff\xff";

    /**
     * An IPv6 line is given a network of 64 bits, whose addresses its owner takes as they like: it is one address here. IPv4 written
     * as IPv6 is IPv4.
     */
    public static function of(string $address): string
    {
        $bytes = str_contains($address, ':') ? @inet_pton($address) : false;
        if ($bytes === false) {
            return $address;
        }
        $share = str_starts_with($bytes, self::IPV4_AS_IPV6)
            ? substr($bytes, strlen(self::IPV4_AS_IPV6))
            : str_pad(substr($bytes, 0, self::NETWORK_BYTES), strlen($bytes), "\0");

        return (string) inet_ntop($share);
    }
}
