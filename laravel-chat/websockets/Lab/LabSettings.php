<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\Contract;
use App\Lab\Calls\OutboundCall;
use App\Lab\Loopback;
use Closure;
use RuntimeException;
use WebSockets\ChatServer;
use WebSockets\Server\Log;
use WebSockets\Settings;

/** What lab calls on the loop are told. */
final class LabSettings
{
    /**
     * @param  array{workers: int, pool: string|null, call_url: string|null}  $config  config/lab.php
     * @param  list<string>  $origins  of pages that may call
     * @param  list<string>  $queryCommand  starts the process that asks slow queries
     */
    public function __construct(private readonly array $config, private readonly array $origins, private readonly array $queryCommand)
    {
    }

    /**
     * @return array<string, Closure>
     *
     * @throws RuntimeException where others could reach the loop
     */
    public function routes(ChatServer $server, Settings $settings, Log $log): array
    {
        array_map(Loopback::mustBe(...), $settings->hosts);
        $loop = $server->loop;
        $calls = new LabCalls(
            $this->origins,
            new Besides($loop, new HttpPosts($loop, OutboundCall::PATIENCE), new QueryProcess($loop, $log, $this->queryCommand)),
            new Later($server->chat->figures->failed(...), Contract::load()->lab('waitingMax')),
            new Pool($this->config['workers'], $this->config['pool']),
        );

        return [LabCalls::PATH => $calls->handle(...)];
    }
}
