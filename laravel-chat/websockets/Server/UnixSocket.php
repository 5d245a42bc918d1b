<?php

declare(strict_types=1);

namespace WebSockets\Server;

use RuntimeException;

/** A listening unix socket that only its owner may connect to. */
final class UnixSocket
{
    private const CONNECT_SECONDS = 1.0;

    /** @param  resource  $stream */
    private function __construct(private readonly string $path, private readonly mixed $stream)
    {
    }

    /**
     * @param  resource  $context
     *
     * @throws RuntimeException naming the path that cannot be had, and why
     */
    public static function listen(string $path, $context): self
    {
        if (@filetype($path) === 'socket') {
            if (self::somebodyListens($path)) {
                throw new RuntimeException("Cannot listen on $path: another server listens there. Stop it, or choose another address.");
            }
            // What a killed server left behind.
            @unlink($path);
        }
        // Nobody else may connect, from the first moment on.
        $before = umask(0177);
        try {
            $stream = @stream_socket_server("unix://$path", $code, $why, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
        } finally {
            umask($before);
        }
        if ($stream === false) {
            throw new RuntimeException("Cannot listen on $path: $why. Its folder must be there, and ours to write.");
        }

        return new self($path, $stream);
    }

    /** @return resource */
    public function stream()
    {
        return $this->stream;
    }

    /** Stops listening, and takes the file away unless another server listens there by now. */
    public function close(): void
    {
        fclose($this->stream);
        if (! self::somebodyListens($this->path)) {
            @unlink($this->path);
        }
    }

    private static function somebodyListens(string $path): bool
    {
        return @stream_socket_client("unix://$path", timeout: self::CONNECT_SECONDS) !== false;
    }
}
