<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use CurlHandle;
use CurlMultiHandle;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use RuntimeException;

/** POST requests that the event loop does not wait for: libcurl resolves, connects and encrypts, and is looked after while any is under way. */
final class HttpPosts
{
    private const LOOK_SECONDS = 0.01;

    private const CONNECT_SECONDS = 5;

    private readonly CurlMultiHandle $all;

    private ?TimerInterface $looking = null;

    /** @var array<int, array{CurlHandle, callable(?string): void}> by object id */
    private array $underWay = [];

    /** @param  int  $answerSeconds  that a request may take in all */
    public function __construct(private readonly LoopInterface $loop, private readonly int $answerSeconds = 10)
    {
        $this->all = curl_multi_init();
    }

    /**
     * @param  non-empty-string  $url
     * @param  array<string, string>  $headers
     * @param  callable(?string): void  $done  told why it was in vain; null where the answer was 2xx
     */
    public function post(string $url, string $body, array $headers, callable $done): void
    {
        $request = curl_init();
        if ($request === false) {
            throw new RuntimeException('curl_init failed');
        }
        curl_setopt_array($request, [
            CURLOPT_URL => $url,
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => ['Expect:', ...array_map(static fn (string $name, string $value): string => "$name: $value", array_keys($headers), $headers)],
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CONNECTTIMEOUT => self::CONNECT_SECONDS,
            CURLOPT_TIMEOUT => $this->answerSeconds,
            // What it says beside its status is of no interest.
            CURLOPT_WRITEFUNCTION => static fn (CurlHandle $request, string $bytes): int => strlen($bytes),
        ]);
        curl_multi_add_handle($this->all, $request);
        $this->underWay[spl_object_id($request)] = [$request, $done];
        $this->looking ??= $this->loop->addPeriodicTimer(self::LOOK_SECONDS, $this->look(...));
    }

    private function look(): void
    {
        curl_multi_exec($this->all, $running);
        while (($news = curl_multi_info_read($this->all)) !== false) {
            $id = spl_object_id($news['handle']);
            [$request, $done] = $this->underWay[$id];
            unset($this->underWay[$id]);
            $status = (int) curl_getinfo($request, CURLINFO_RESPONSE_CODE);
            $why = match (true) {
                $news['result'] !== CURLE_OK => curl_strerror($news['result']) ?? 'unknown',
                $status < 200 || $status > 299 => "HTTP $status",
                default => null,
            };
            curl_multi_remove_handle($this->all, $request);
            $done($why);
        }
        if ($this->underWay === [] && $this->looking !== null) {
            $this->loop->cancelTimer($this->looking);
            $this->looking = null;
        }
    }
}
