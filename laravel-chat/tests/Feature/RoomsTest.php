<?php

declare(strict_types=1);

namespace Tests\Feature;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Finder\Finder;
use Symfony\Component\Finder\SplFileInfo;

/** The way leads forward only: wires know the chat, a store its interfaces. See docs/architecture.md. */
final class RoomsTest extends TestCase
{
    private const OUTSIDE = [
        'App\Contract', 'App\ChatError', 'App\SettingRefused', 'App\Logging\\', 'Psr\Log\\',
        'React\EventLoop\LoopInterface', 'React\EventLoop\TimerInterface',
    ];

    /** @return array<string, array{list<string>, list<string>}> folders, and what they may import */
    public static function rooms(): array
    {
        return [
            'wire' => [['app/Http', 'app/Broadcasting', 'websockets/Server', 'websockets/WebSocket', 'websockets/Pusher'], [
                'App\Http\\', 'App\Broadcasting\\', 'WebSockets\Server\\', 'WebSockets\WebSocket\\', 'WebSockets\Pusher\\', 'WebSockets\Settings', 'ReactEpoll\\',
                'App\Chat\\', 'WebSockets\Chat\\',
                'App\Protection\\', 'Illuminate\\',
                'Symfony\Component\HttpFoundation\\',
                'App\Store\ChatSessionHandler', // Laravel's middleware asks its session handler
            ]],
            'chat' => [['app/Chat', 'websockets/Chat'], [
                'App\Chat\\', 'WebSockets\Chat\\',
                'Illuminate\Contracts\\', // who logs in, and hashes
                'Illuminate\Cache\RateLimiter',
            ]],
            'store' => [['app/Store', 'app/Models', 'websockets/Store'], [
                'App\Store\\', 'App\Models\\', 'WebSockets\Store\\', 'App\Protection\\',
                'App\Chat\MessageStore', 'App\Chat\ChangeStore', 'App\Chat\UserStore',
                'App\Chat\Counters', 'App\Chat\Limits\FailedLogins', 'WebSockets\Chat\AsyncStore',
                // What these speak of.
                'App\Chat\Message', 'App\Chat\NewMessage', 'App\Chat\Sent', 'App\Chat\Page',
                'App\Chat\User', 'WebSockets\Chat\Pending', 'WebSockets\Chat\StoredMessage',
                'App\Chat\Names', // what a name is unique by is the chat's rule
                'App\Chat\SendMessages', // the storing process is a caller of the chat too
                'React\\ChildProcess\\', 'React\\Stream\\',
                'Illuminate\Cache\\', 'Illuminate\Database\\', 'Illuminate\Auth\Authenticatable', 'Illuminate\Support\\',
            ]],
            'protection' => [['app/Chat/Limits', 'app/Protection'], ['App\Chat\Limits\\', 'App\Protection\\', 'Illuminate\Cache\RateLimiter']],
            'lab' => [['app/Lab', 'websockets/Lab'], [
                'App\Lab\\', 'WebSockets\Lab\\', 'App\Http\\', 'WebSockets\Store\\',
                'WebSockets\Server\\', 'WebSockets\ChatServer', 'WebSockets\Settings', 'Illuminate\\', 'Symfony\Component\HttpFoundation\\',
            ]],
        ];
    }

    /**
     * @param  list<string>  $folders
     * @param  list<string>  $known
     */
    #[DataProvider('rooms')]
    public function test_a_room_imports_nothing_beside_what_it_may_know(array $folders, array $known): void
    {
        $root = dirname(__DIR__, 2);
        $files = Finder::create()->files()->name('*.php')->in(array_map(fn (string $one): string => "{$root}/{$one}", $folders));
        $this->assertGreaterThan(5, count($files));
        foreach ($files as $file) {
            $isStrange = fn (string $name): bool => ! $this->isKnown($name, [...$known, ...self::OUTSIDE]);
            $strangers = array_filter($this->namesIn($file), $isStrange);
            $this->assertSame([], array_values($strangers), $file->getPathname());
        }
    }

    /** @return list<string> every name with a namespace, in imports and in the code, whoever it belongs to */
    private function namesIn(SplFileInfo $file): array
    {
        $names = [];
        foreach (\PhpToken::tokenize((string) preg_replace('/^namespace .*$/m', '', $file->getContents())) as $token) {
            if ($token->is([T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED]) && substr_count(ltrim($token->text, '\\'), '\\') > 0) {
                $names[] = ltrim($token->text, '\\');
            }
        }

        return $names;
    }

    /** @param  list<string>  $known  classes, and namespaces with what is in them */
    private function isKnown(string $name, array $known): bool
    {
        foreach ($known as $one) {
            if ($name === $one || (str_ends_with($one, '\\') && str_starts_with($name, $one))) {
                return true;
            }
        }

        return false;
    }
}
