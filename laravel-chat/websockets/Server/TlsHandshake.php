<?php

declare(strict_types=1);

namespace WebSockets\Server;

use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;

/** Carries one accepted stream through its TLS handshake without blocking the loop; too slow or wrong, it is closed. */
final class TlsHandshake
{
    private const SECONDS = 10.0;

    private ?TimerInterface $timer = null;

    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Connections $connections,
        private readonly Protocol $protocol,
    ) {
    }

    /** @param  resource  $stream */
    public function start($stream): void
    {
        $this->loop->addReadStream($stream, $this->proceed(...));
        $this->timer = $this->loop->addTimer(self::SECONDS, fn () => $this->done($stream, false));
    }

    /** @param  resource  $stream */
    private function proceed($stream): void
    {
        $result = @stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLSv1_2_SERVER | STREAM_CRYPTO_METHOD_TLSv1_3_SERVER);
        if ($result !== 0) {
            $this->done($stream, $result);
        }
    }

    /** @param  resource  $stream */
    private function done($stream, bool $secured): void
    {
        if ($this->timer === null || ! is_resource($stream)) {
            return;
        }
        $this->loop->cancelTimer($this->timer);
        $this->timer = null;
        $this->loop->removeReadStream($stream);
        if ($secured) {
            $this->connections->add($stream, $this->protocol);
        } else {
            fclose($stream);
        }
    }
}
