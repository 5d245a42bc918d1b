<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

use ChannelServer\Server\Address;

/** The server that runs, asked at the address of its API. */
final class RunningServer
{
    private const TIMEOUT_SECONDS = 3;

    public function __construct(public readonly Address $address)
    {
    }

    /** @return string|null what it answers, whatever its status; null where nobody answers */
    public function get(string $path): ?string
    {
        $request = curl_init($this->address->http().$path);
        if ($request === false) {
            return null;
        }
        curl_setopt_array($request, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => self::TIMEOUT_SECONDS]
            + ($this->address->path === null ? [] : [CURLOPT_UNIX_SOCKET_PATH => $this->address->path]));
        $answer = curl_exec($request);

        return is_string($answer) ? $answer : null;
    }

    /** Of its process; null where nobody answers. */
    public function pid(): ?int
    {
        $pid = json_decode((string) $this->get('/health'), true)['pid'] ?? null;

        return is_int($pid) && $pid > 1 ? $pid : null;
    }
}
