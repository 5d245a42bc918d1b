<?php

declare(strict_types=1);

namespace Tests;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Finder\Finder;

/** The layers of README.md, as eslint.config.js guards those of Node.js. */
final class ArchitectureTest extends TestCase
{
    private const HTTP = ['App\Http', 'Illuminate\Http', 'Symfony\Component\Http'];

    private const SQL = ['App\Store', 'WebSockets\Store', 'Illuminate\Database', 'PDO'];

    private const SOCKETS = ['WebSockets', 'React', 'Pusher'];

    private const BROADCASTING = ['App\Broadcasting', 'Illuminate\Broadcasting', 'Illuminate\Contracts\Broadcasting'];

    private const LAB = ['App\Lab', 'WebSockets\Lab'];

    /** The folders of the loop, and what each uses of the others: the table of websockets/README.md. */
    private const LOOP = [
        'WebSockets\Server' => [],
        'WebSockets\WebSocket' => ['WebSockets\Server'],
        'WebSockets\Chat' => [],
        'WebSockets\Pusher' => ['WebSockets\Chat', 'WebSockets\Server', 'WebSockets\WebSocket'],
        'WebSockets\Cluster' => ['WebSockets\Chat'],
        'WebSockets\Store' => ['WebSockets\Chat'],
        'WebSockets\Lab' => ['WebSockets\Server', 'App\Lab'],
    ];

    /** @param  list<string>  $strangers  namespaces and classes that the layer does not know */
    #[DataProvider('layers')]
    public function test_a_layer_imports_only_the_layers_it_may(string $folder, array $strangers, string $depth = '>= 0'): void
    {
        $unknown = '/^(?:'.implode('|', array_map(preg_quote(...), $strangers)).')(?:\\\\|$)/';
        foreach (Finder::create()->files()->name('*.php')->in(dirname(__DIR__)."/{$folder}")->depth($depth) as $file) {
            preg_match_all('/^use (.+);$/m', $file->getContents(), $imports);
            $this->assertSame([], array_values(preg_grep($unknown, $imports[1]) ?: []), $file->getPathname());
        }
    }

    /** @return iterable<array{0: string, 1: list<string>, 2?: string}> */
    public static function layers(): iterable
    {
        $wires = [...self::HTTP, ...self::SOCKETS, ...self::BROADCASTING, ...self::LAB];
        yield 'the files in app itself' => ['app', ['App\Chat', 'App\Store', ...$wires, ...self::SQL], '== 0'];
        yield 'chat' => ['app/Chat', [...$wires, ...self::SQL, 'Illuminate\Cache']];
        yield 'http' => ['app/Http', [...self::SQL, ...self::SOCKETS, ...self::LAB]];
        yield 'broadcasting' => ['app/Broadcasting', [...self::HTTP, ...self::SQL, ...self::LAB, 'WebSockets', 'React']];
        yield 'store' => ['app/Store', $wires];
        yield 'lab' => ['app/Lab', ['App\Chat', 'App\Store', ...self::SOCKETS, ...self::BROADCASTING]];
        // Log is for all folders.
        $above = ['ChatServer', 'Health', 'Services', 'Settings', 'Shutdown', 'WorkerApi'];
        $loop = [...array_map(static fn (string $class): string => "WebSockets\\{$class}", $above), ...array_keys(self::LOOP)];
        foreach (self::LOOP as $folder => $used) {
            $strangers = [...self::HTTP, ...self::SQL, ...self::LAB, ...self::BROADCASTING, ...$loop];
            $path = str_replace('WebSockets\\', 'websockets/', $folder);
            yield $path => [$path, array_values(array_diff($strangers, [$folder, ...$used]))];
        }
    }
}
