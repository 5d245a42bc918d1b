<?php

declare(strict_types=1);

namespace WebSockets;

use App\JsonText;
use DateTimeImmutable;
use DateTimeZone;
use Throwable;

/**
 * Log lines as JSON, one a line: {"at", "event", ...}. A client must not be able to fill the disk, so an event that a
 * client can cause is written at most once a second, with the number of lines left out.
 */
final class Log
{
    /** @var array<string, array{int, int}> event => [second last written, left out since] */
    private array $throttled = [];

    /** @param  resource  $to */
    public function __construct(private $to)
    {
    }

    /** @param  array<string, mixed>  $facts */
    public function write(string $event, array $facts = []): void
    {
        $at = (new DateTimeImmutable('now', new DateTimeZone('UTC')))->format('Y-m-d\TH:i:s.v\Z');
        @fwrite($this->to, JsonText::of(['at' => $at, 'event' => $event] + $facts)."\n");
    }

    public function bug(Throwable $bug): void
    {
        $this->writeThrottled('bug', ['error' => $bug->getMessage(), 'where' => $bug->getFile().':'.$bug->getLine()]);
    }

    /** @param  array<string, mixed>  $facts */
    public function writeThrottled(string $event, array $facts = []): void
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
