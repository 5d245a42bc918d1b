<?php

declare(strict_types=1);

namespace ChannelServer\Server;

use InvalidArgumentException;

/** Where a server listens: a port of a host, or a unix socket. */
final class Address
{
    /** By host: the other address that a browser may take for `localhost`. */
    private const BESIDE = ['127.0.0.1' => '::1', 'localhost' => '::1', '::1' => '127.0.0.1', '0.0.0.0' => '::1'];

    // sockaddr_un's 108 bytes, the last of which is NUL; PHP would cut a longer name off.
    private const PATH_BYTES = 107;

    /** @param  non-empty-string|null  $path */
    private function __construct(public readonly string $host, public readonly int $port, public readonly ?string $path = null)
    {
    }

    public static function tcp(string $host, int $port): self
    {
        return new self($host, $port);
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
                throw new InvalidArgumentException("{$text}: a unix socket has an absolute path of ".self::PATH_BYTES.' bytes at most');
            }

            return new self('', 0, $path);
        }
        if (preg_match('/^(?:\[([0-9A-Fa-f:.]+)\]|([^:\/]+)):(\d{1,5})\z/', $text, $parts) !== 1 || (int) $parts[3] > 65535) {
            throw new InvalidArgumentException("{$text}: an address is unix:/path or HOST:PORT");
        }

        return new self($parts[1] === '' ? $parts[2] : $parts[1], (int) $parts[3]);
    }

    /**
     * The other address that `localhost` may be. Another program that listened there would get the cookies of this
     * server's users.
     *
     * @return self|null null: this address is not localhost's
     */
    public function beside(int $port): ?self
    {
        $host = self::BESIDE[$this->host] ?? null;

        return $host === null ? null : new self($host, $port);
    }

    /** Whether something could listen on this host, at some port: a machine without IPv6 has no ::1. */
    public function isOfThisMachine(): bool
    {
        return @stream_socket_server((new self($this->host, 0))->stream()) !== false;
    }

    /** As stream_socket_server() and stream_socket_client() take it. */
    public function stream(): string
    {
        return $this->path === null ? 'tcp://'.$this->hostAndPort() : "unix://{$this->path}";
    }

    /**
     * The beginning of an HTTP address there; with a unix socket the host says nothing, but there must be one.
     *
     * @return non-empty-string
     */
    public function http(string $scheme = 'http'): string
    {
        return $scheme.'://'.($this->path === null ? $this->hostAndPort() : 'localhost');
    }

    public function __toString(): string
    {
        return $this->path === null ? $this->hostAndPort() : "unix:{$this->path}";
    }

    private function hostAndPort(): string
    {
        return (str_contains($this->host, ':') ? "[{$this->host}]" : $this->host).":{$this->port}";
    }
}
