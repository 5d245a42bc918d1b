<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Contract;
use Closure;
use PHPUnit\Framework\TestCase;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\Audience;
use WebSockets\Chat\EndedSessions;
use WebSockets\Chat\OneProcess;

final class EndedSessionsTest extends TestCase
{
    public function test_a_socket_that_joins_after_a_check_is_checked_once_its_time_to_join_is_over(): void
    {
        $here = $closed = [];
        $audience = $this->createStub(Audience::class);
        $audience->method('sessions')->willReturnCallback(static function () use (&$here): array {
            return $here;
        });
        $audience->method('closeSession')->willReturnCallback(static function (string $handle) use (&$closed): void {
            $closed[] = $handle;
        });
        $store = $this->createStub(AsyncStore::class);
        $store->method('endedSessions')->willReturnCallback(
            static fn (array $handles, Closure $found) => $found(array_values(array_intersect($handles, ['over']))),
        );
        $sessions = new EndedSessions($audience, new OneProcess, $store);
        $sessions->requestCheck();
        $sessions->check();
        $here = ['open', 'over'];
        for ($second = 1; $second < Contract::limit('joinSeconds'); $second++) {
            $sessions->check();
        }
        $this->assertSame([], $closed);
        for ($second = 0; $second < 2; $second++) {
            $sessions->check();
        }
        $this->assertSame(['over'], $closed);
    }
}
