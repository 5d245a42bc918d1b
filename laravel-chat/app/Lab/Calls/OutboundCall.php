<?php

declare(strict_types=1);

namespace App\Lab\Calls;

use App\ChatError;
use App\Contract;
use App\Lab\Call;
use App\Lab\Fields;

/** Asks another server, which is slow. */
final class OutboundCall implements Call
{
    /** s; longer than the slowest answer */
    public const PATIENCE = 15;

    /** @param  non-empty-string  $url */
    private function __construct(public readonly string $url, public readonly bool $blocking)
    {
    }

    public static function of(Fields $fields): self
    {
        $ms = $fields->wholeNumber('ms', 1, Contract::load()->lab('msMax'));
        $blocking = $fields->flag('blocking');

        return new self((config('lab.call_url') ?? throw ChatError::of('lab_unavailable'))."?ms={$ms}", $blocking);
    }

    public function occupy(): array
    {
        $request = curl_init($this->url);
        curl_setopt_array($request, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => self::PATIENCE, CURLOPT_NOSIGNAL => true]);

        return is_string(curl_exec($request)) ? ['status' => curl_getinfo($request, CURLINFO_RESPONSE_CODE)] : throw ChatError::of('lab_unavailable');
    }
}
