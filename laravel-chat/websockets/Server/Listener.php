<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\ChatError;
use React\EventLoop\LoopInterface;
use RuntimeException;
use WebSockets\Log;

/** The listening socket: accepts in bursts, answers 503 over the limit, pauses if descriptors run out. */
final class Listener
{
    // A turn accepts no more: a flood must not starve those already connected.
    private const BURST = 64;

    private const PAUSE_SECONDS = 0.5;

    private const BACKLOG = 4096;

    private const RETRY_SECONDS = 5;

    // By TCP_DEFER_ACCEPT a connection is handed over with its first bytes, so that a short request is accepted, read,
    // answered and closed in one go; a silent one is handed over after about this long.
    private const SILENT_SECONDS = 1;

    // The kernel's sockaddr_un has 108 bytes, the last of which is NUL; PHP cuts a longer name off.
    private const PATH_BYTES = 107;

    /** @var resource|null */
    private $socket = null;

    /** The path of a unix socket. */
    private ?string $path = null;

    /**
     * @param  Router  $router  answers the requests of its connections
     * @param  bool  $sharesPort  with other processes: Linux spreads the connections
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Connections $connections,
        private readonly Log $log,
        private readonly Router $router,
        private readonly bool $sharesPort = false,
    ) {
    }

    /**
     * @param  string  $address  HOST:PORT, or unix:/path for a socket that only its owner may connect to
     *
     * @throws RuntimeException naming the address that cannot be had, and why
     */
    public function listen(string $address): void
    {
        $context = stream_context_create(['socket' => [
            'backlog' => self::BACKLOG, 'so_reuseport' => $this->sharesPort, 'tcp_nodelay' => true,
        ]]);
        $path = str_starts_with($address, 'unix:') ? substr($address, strlen('unix:')) : null;
        if (strlen((string) $path) > self::PATH_BYTES) {
            throw new RuntimeException("Cannot listen on $address: a path has at most ".self::PATH_BYTES.' bytes.');
        }
        if ($path !== null && @filetype($path) === 'socket') {
            if (@stream_socket_client("unix://$path", timeout: 1.0) !== false) {
                throw new RuntimeException("Cannot listen on $address: another server listens there.");
            }
            unlink($path); // a killed server left it behind
        }
        $before = umask(0177); // from the first moment on
        $socket = @stream_socket_server(
            $path === null ? "tcp://$address" : "unix://$path", $code, $why, context: $context,
        );
        umask($before);
        if ($socket === false) {
            throw new RuntimeException(
                "Cannot listen on $address: $why. Choose another address, or stop what holds this one.",
            );
        }
        if ($path === null && defined('TCP_DEFER_ACCEPT') && ($listening = socket_import_stream($socket)) !== false) {
            socket_set_option($listening, SOL_TCP, TCP_DEFER_ACCEPT, self::SILENT_SECONDS);
        }
        stream_set_blocking($socket, false);
        [$this->socket, $this->path] = [$socket, $path];
        $this->loop->addReadStream($socket, $this->accept(...));
    }

    /** The port that was bound, for those who asked for port 0. */
    public function port(): int
    {
        $name = $this->socket === null ? '' : (string) stream_socket_get_name($this->socket, false);

        return (int) substr($name, (int) strrpos($name, ':') + 1);
    }

    public function close(): void
    {
        if ($this->socket !== null) {
            $this->loop->removeReadStream($this->socket);
            fclose($this->socket);
            if ($this->path !== null) {
                @unlink($this->path);
            }
            $this->socket = null;
        }
    }

    private function accept(): void
    {
        for ($i = 0; $i < self::BURST && $this->socket !== null; $i++) {
            $stream = @stream_socket_accept($this->socket, 0);
            if ($stream === false) {
                if ($i === 0) {
                    $this->pause();
                }

                return;
            }
            stream_set_blocking($stream, false);
            stream_set_read_buffer($stream, 0);
            stream_set_write_buffer($stream, 0);
            if ($this->connections->count() < $this->connections->max) {
                $this->connections->add($stream, new HttpConversation($this->router));
            } else {
                $this->refuse($stream);
            }
        }
    }

    /** @param  resource  $stream */
    private function refuse($stream): void
    {
        ($this->connections->onError)('too_many_connections');
        $error = ChatError::tooMany('too_many_connections', self::RETRY_SECONDS);
        @fwrite($stream, HttpResponse::error($error)->bytes(false));
        @stream_socket_shutdown($stream, STREAM_SHUT_RDWR);
        fclose($stream);
    }

    /**
     * A connection waits and cannot be accepted: most likely no descriptors are left (EMFILE). It would wake the loop
     * for ever, so accepting rests until others have gone.
     */
    private function pause(): void
    {
        if ($this->socket === null) {
            return;
        }
        $this->loop->removeReadStream($this->socket);
        ($this->connections->onError)('too_many_connections');
        $facts = ['why' => error_get_last()['message'] ?? '', 'connections' => $this->connections->count()];
        $this->log->writeThrottled('accepting_paused', $facts);
        $this->loop->addTimer(self::PAUSE_SECONDS, function (): void {
            if ($this->socket !== null) {
                $this->loop->addReadStream($this->socket, $this->accept(...));
            }
        });
    }
}
