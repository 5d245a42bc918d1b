<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\Lab\Loopback;
use ChannelServer\Server\HttpHandler;
use ChannelServer\ServerSettings;
use React\EventLoop\LoopInterface;
use RuntimeException;
use WebSockets\Chat\Figures;

/** What lab calls on the loop are told. */
final class LabSettings
{
    /**
     * @param  array{workers: int, pool: string|null, call_url: string|null}  $config  config/lab.php
     * @param  list<string>  $origins  of pages that may call
     */
    public function __construct(private readonly array $config, private readonly array $origins)
    {
    }

    /**
     * @return array<string, HttpHandler>
     *
     * @throws RuntimeException where others could reach the loop
     */
    public function handlers(LoopInterface $loop, ServerSettings $settings, Figures $figures): array
    {
        Loopback::mustBe($settings->host);

        return [LabCalls::PATH => new LabCalls($this->origins, new Besides($loop), new Pool($this->config['workers'], $this->config['pool']), $figures->failed(...))];
    }
}
