<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\JsonText;
use Throwable;

/**
 * Log lines as JSON, one a line: {"at", "event", ...}. A client must not be able to fill the disk, so an event named as
 * repeatable is written at most once a second, with the number of lines left out.
 */
final class Log
{
    // PIPE_BUF: a pipe that is not full takes that much at once, and whole (pipe(7)).
    private const LINE_BYTES = 4096;

    /** @var array<string, array{int, int}> event => [second last written, left out since] */
    private array $throttled = [];

    /** @param  resource  $to */
    public function __construct(private $to)
    {
    }

    /** @param  array<string, mixed>  $facts */
    public function write(string $event, array $facts = []): void
    {
        $line = [
            'at' => gmdate('Y-m-d\TH:i:s').substr(sprintf('%.3f', fmod(microtime(true), 1)), 1).'Z', 'event' => $event,
        ];
        $text = JsonText::of($line + $facts)."\n";
        if (strlen($text) > self::LINE_BYTES) {
            $text = JsonText::of($line + ['cut' => substr($text, 0, self::LINE_BYTES >> 2)])."\n";
        }
        @fwrite($this->to, $text);
    }

    public function bug(Throwable $bug): void
    {
        $this->repeatable('bug', ['error' => $bug->getMessage(), 'where' => $bug->getFile().':'.$bug->getLine()]);
    }

    /** @param  array<string, mixed>  $facts */
    public function repeatable(string $event, array $facts = []): void
    {
        [$second, $leftOut] = $this->throttled[$event] ?? [0, 0];
        $now = time();
        if ($second === $now) {
            $this->throttled[$event] = [$second, $leftOut + 1];

            return;
        }
        $this->throttled[$event] = [$now, 0];
        $this->write($event, $leftOut > 0 ? $facts + ['left_out' => $leftOut] : $facts);
    }
}
