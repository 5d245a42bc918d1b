<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\Lab\Call;
use App\Lab\Calls\OutboundCall;
use App\Lab\Calls\Query;
use App\Lab\Calls\Wait;
use React\EventLoop\LoopInterface;

/** What the event loop waits for without standing still: a timer, libcurl, another process. */
final class Besides
{
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly HttpPosts $posts,
        private readonly QueryProcess $queries,
    ) {
    }

    /** @return (callable(callable(array<string, mixed>|null): void, callable(): bool): mixed)|null starts it, to be told what the answer says, or null where it was in vain, and whether nobody waits for it any more; null: the loop stands still for it */
    public function starterOf(Call $call): ?callable
    {
        return match (true) {
            ($call instanceof Wait || $call instanceof OutboundCall || $call instanceof Query) && $call->blocking => null,
            $call instanceof Wait => fn (callable $done) => $this->loop->addTimer($call->ms / 1000, static fn () => $done([])),
            $call instanceof OutboundCall => fn (callable $done) => $this->posts->post($call->url, '', [], static fn (?string $why) => $done($why === null ? ['status' => 200] : null)),
            $call instanceof Query => fn (callable $done, callable $isGone) => $this->queries->ask($call->ms, $done, $isGone),
            default => null,
        };
    }
}
