<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use Closure;
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

    /** @var array<int, array{CurlHandle, Closure(bool): void}> by object id */
    private array $underWay = [];

    /** @param  int  $answerSeconds  that a request may take in all */
    public function __construct(private readonly LoopInterface $loop, private readonly int $answerSeconds = 10)
    {
        $this->all = curl_multi_init();
    }

    /**
     * @param  non-empty-string  $url
     * @param  Closure(bool): void  $done  told whether the answer was 2xx
     */
    public function post(string $url, Closure $done): void
    {
        $request = curl_init();
        if ($request === false) {
            throw new RuntimeException('curl_init failed');
        }
        curl_setopt_array($request, [
            CURLOPT_URL => $url,
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => '',
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CONNECTTIMEOUT => self::CONNECT_SECONDS,
            CURLOPT_TIMEOUT => $this->answerSeconds,
            // Only the status matters: the body is dropped.
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
            curl_multi_remove_handle($this->all, $request);
            $done($news['result'] === CURLE_OK && $status >= 200 && $status <= 299);
        }
        if ($this->underWay === [] && $this->looking !== null) {
            $this->loop->cancelTimer($this->looking);
            $this->looking = null;
        }
    }
}
