<?php

declare(strict_types=1);

namespace Tests\Feature;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Finder\Finder;

/** The way leads forward only: wires know the chat, a store its interfaces. See docs/architecture.md. */
final class RoomsTest extends TestCase
{
    private const OUTSIDE = ['App\Contract', 'App\ChatError', 'App\Logging\\'];

    /** @return array<string, array{list<string>, list<string>}> folders, and what they may know of the chat */
    public static function rooms(): array
    {
        return [
            'wire' => [['app/Http', 'websockets/Chat'], [
                'App\Http\\', 'WebSockets\\', 'App\Chat\\', 'App\Broadcasting\\',
                'App\Store\ChatSessionHandler', // Laravel's middleware asks its session handler
            ]],
            'chat' => [['app/Chat'], [
                'App\Chat\\',
                'App\Events\\', // how Laravel tells who broadcasts
            ]],
            'store' => [['app/Store', 'app/Models'], [
                'App\Store\\', 'App\Models\\',
                'App\Chat\MessageStore', 'App\Chat\ChangeStore', 'App\Chat\UserStore', 'App\Chat\Counters',
                'App\Chat\Limits\FailedLogins',
                // What these speak of.
                'App\Chat\Message', 'App\Chat\NewMessage', 'App\Chat\Sent', 'App\Chat\Page', 'App\Chat\FoundMessages', 'App\Chat\User',
                'App\Chat\Lookalikes', // what a name looks like is the chat's rule, and unique in the database
            ]],
        ];
    }

    /**
     * @param  list<string>  $folders
     * @param  list<string>  $known
     */
    #[DataProvider('rooms')]
    public function test_a_room_names_nothing_of_the_chat_beside_what_it_may_know(array $folders, array $known): void
    {
        $root = dirname(__DIR__, 2);
        $files = Finder::create()->files()->name('*.php')->in(array_map(fn (string $folder): string => "{$root}/{$folder}", $folders));
        $this->assertGreaterThan(5, count($files));
        foreach ($files as $file) {
            preg_match_all('/(?<![\w\\\\])\\\\?((?:App|WebSockets)\\\\[\w\\\\]+)/', preg_replace('/^namespace .*$/m', '', $file->getContents()) ?? '', $found);
            $strangers = array_filter($found[1], fn (string $name): bool => ! $this->isKnown($name, [...$known, ...self::OUTSIDE]));
            $this->assertSame([], array_values($strangers), $file->getPathname());
        }
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
