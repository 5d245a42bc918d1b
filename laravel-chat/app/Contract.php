<?php

declare(strict_types=1);

namespace App;

use LogicException;

/** What both chats read from contract/contract.json: limits, errors, events and other sections. */
final class Contract
{
    /** @var ?array<string, mixed> */
    private static ?array $data = null;

    /** @return array<string, mixed> */
    public static function read(): array
    {
        $path = dirname(__DIR__, 2).'/contract/contract.json';
        $json = @file_get_contents($path);
        if ($json === false) {
            throw new LogicException("The contract is not at {$path}: laravel-chat and contract lie side by side.");
        }

        return json_decode($json, true, flags: JSON_THROW_ON_ERROR);
    }

    /** @return mixed a section of contract.json, or one entry of a section */
    public static function get(string $section, ?string $name = null): mixed
    {
        // From config/contract.php, so that `config:cache` holds it for the workers.
        self::$data ??= app()->bound('config') ? config('contract') : self::read();
        $found = self::$data[$section] ?? null;

        return ($name === null ? $found : $found[$name] ?? null)
            ?? throw new LogicException("The contract has no {$name} in {$section}.");
    }

    /**
     * @param  string  $name  a key of `limits` (not gatheringMsPerUser, a fraction); its unit is in it, else a count
     * @return int<1, max>
     */
    public static function limit(string $name): int
    {
        return self::get('limits', $name);
    }

    public static function storeQueue(string $name): int
    {
        return self::get('storeQueue', $name);
    }

    public static function broadcast(string $name): int
    {
        return self::get('broadcast', $name);
    }

    /** @return string its name on the wire */
    public static function event(string $name): string
    {
        return self::get('events', $name);
    }

    /** @return array{status: int, message: string} */
    public static function error(string $code): array
    {
        return self::get('errors', $code);
    }
}
