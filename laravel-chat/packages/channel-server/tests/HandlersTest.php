<?php

declare(strict_types=1);

namespace ChannelServer\Tests;

use ChannelServer\Module;
use ChannelServer\Server\Connection;
use ChannelServer\Server\HttpHandler;
use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;
use ChannelServer\Server\HttpResponse;
use ChannelServer\Tests\Harness\TestServer;
use PHPUnit\Framework\TestCase;

/** A path of the sockets' port that a module answers by itself, with all below it. */
final class HandlersTest extends TestCase implements HttpHandler
{
    private TestServer $server;

    private ?Connection $later = null;

    protected function setUp(): void
    {
        $this->server = new TestServer(makeModule: fn (): Module => new class($this) extends Module
        {
            public function __construct(private readonly HttpHandler $handler)
            {
            }

            public function handlers(): array
            {
                return ['/desk' => $this->handler];
            }
        });
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function admit(HttpRequest $head, Connection $connection): void
    {
        if ($head->header('x-key') === null) {
            throw HttpRefused::noBody();
        }
    }

    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        if ($request->path() === '/desk') {
            return new HttpResponse(200, "{$request->method} {$request->body}.");
        }
        $this->later = $connection;

        return null;
    }

    public function test_it_answers_any_method_and_asks_for_a_body_that_it_wants(): void
    {
        $this->assertStringEndsWith('PUT .', $this->server->peer()->write("PUT /desk HTTP/1.0\r\n\r\n")->mustEnd()->received);
        $late = $this->server->peer()->write("POST /desk HTTP/1.0\r\nX-Key: k\r\nContent-Length: 2\r\n\r\n");
        $this->server->pass(0.05);
        $this->assertStringEndsWith('POST hi.', $late->write('hi')->mustEnd()->received);
        $this->assertStringStartsWith('HTTP/1.1 413', $this->server->peer()->write("POST /desk HTTP/1.0\r\nContent-Length: 2\r\n\r\n")->answer());
    }

    public function test_it_answers_when_it_will(): void
    {
        $peer = $this->server->peer()->write("POST /desk/bell HTTP/1.0\r\n\r\n");
        $this->server->until(fn (): bool => $this->later !== null, 'the request');
        $this->assertSame('', $peer->received);
        $this->later?->write('in the end');
        $this->later?->end();
        $this->assertSame('in the end', $peer->mustEnd()->received);
    }

    public function test_what_only_begins_like_its_path_is_not_its(): void
    {
        $this->assertStringStartsWith('HTTP/1.1 404', $this->server->peer()->write("GET /desktop HTTP/1.0\r\n\r\n")->answer());
    }
}
