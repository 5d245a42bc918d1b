<?php

declare(strict_types=1);

namespace WebSockets\Server;

use InvalidArgumentException;

/** Where a server listens: a port of a host, or a unix socket. */
final class Address
{
    // sockaddr_un's 108 bytes, the last of which is NUL; PHP would cut a longer name off.
    private const PATH_BYTES = 107;

    /** @param  non-empty-string|null  $path */
    private function __construct(private readonly string $host, private readonly int $port, public readonly ?string $path)
    {
    }

    public static function tcp(string $host, int $port): self
    {
        return new self($host, $port, null);
    }

    /**
     * @param  string  $text  `unix:/path`, `127.0.0.1:6002` or `[::1]:6002`
     *
     * @throws InvalidArgumentException
     */
    public static function fromText(string $text): self
    {
        if (str_starts_with($text, 'unix:')) {
            $path = substr($text, 5);
            if (! str_starts_with($path, '/') || strlen($path) > self::PATH_BYTES) {
                throw new InvalidArgumentException("$text: a unix socket has an absolute path of ".self::PATH_BYTES.' bytes at most');
            }

            return new self('', 0, $path);
        }
        if (preg_match('/^(?:\[([0-9A-Fa-f:.]+)\]|([^:\/]+)):(\d{1,5})\z/', $text, $parts) !== 1 || (int) $parts[3] > 65535) {
            throw new InvalidArgumentException("$text: an address is unix:/path or HOST:PORT");
        }

        return self::tcp($parts[1] === '' ? $parts[2] : $parts[1], (int) $parts[3]);
    }

    /** As stream_socket_server() takes it. */
    public function stream(): string
    {
        return $this->path === null ? "tcp://$this" : "unix://{$this->path}";
    }

    public function __toString(): string
    {
        if ($this->path !== null) {
            return "unix:{$this->path}";
        }

        return (str_contains($this->host, ':') ? "[{$this->host}]" : $this->host).":{$this->port}";
    }
}
