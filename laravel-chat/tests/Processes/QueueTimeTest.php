<?php

declare(strict_types=1);

namespace Tests\Processes;

use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\Process;

/** public/index.php refuses late requests before the framework boots. */
final class QueueTimeTest extends TestCase
{
    private const LATE = 4.0;

    private Process $server;

    private string $url;

    protected function setUp(): void
    {
        $free = stream_socket_server('tcp://127.0.0.1:0') ?: $this->fail('no port is free');
        $address = (string) stream_socket_get_name($free, false);
        fclose($free);
        $this->server = Php::process(['-S', $address, 'public/index.php'])->disableOutput();
        $this->server->start();
        $this->url = "http://{$address}";
        while (! @fsockopen('127.0.0.1', (int) parse_url($this->url, PHP_URL_PORT))) {
            usleep(20_000);
        }
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_a_post_that_waited_too_long_for_a_worker_gets_503_and_other_requests_do_not(): void
    {
        foreach (['/messages', '/login', '/login?x=1'] as $path) {
            [$status, $headers, $body] = $this->ask('POST', $path, self::LATE);
            $this->assertSame([503, 'too_many_connections'], [$status, $body['error']['code']]);
            $this->assertContains('Retry-After: 1', $headers);
        }
        foreach ([['POST', '/messages', 0.0], ['POST', '/messages', null], ['GET', '/messages', self::LATE], ['POST', '/logout', self::LATE]] as $call) {
            $this->assertNotSame('too_many_connections', $this->ask(...$call)[2]['error']['code'] ?? null);
        }
    }

    /**
     * @param  ?float  $waited  s in the queue; null: it is not said
     * @return array{int, list<string>, mixed} status, headers and what the JSON says
     */
    private function ask(string $method, string $path, ?float $waited): array
    {
        $headers = ['Content-Type: application/json'];
        if ($waited !== null) {
            $headers[] = sprintf('X-Request-Start: t=%.3F', microtime(true) - $waited);
        }
        $context = ['http' => ['method' => $method, 'header' => $headers, 'content' => '{}', 'ignore_errors' => true]];
        $body = file_get_contents($this->url.$path, false, stream_context_create($context));

        return [(int) explode(' ', $http_response_header[0])[1], $http_response_header, json_decode((string) $body, true)];
    }
}
