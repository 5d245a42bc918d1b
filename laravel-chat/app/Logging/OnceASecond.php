<?php

declare(strict_types=1);

namespace App\Logging;

use Monolog\Handler\HandlerWrapper;
use Monolog\Handler\StreamHandler;
use Monolog\Level;
use Monolog\LogRecord;

/**
 * Writes each message once a second, with the number of those left out since: a database that is away fails thousands of
 * requests a second, all for one reason. Workers share nothing but a small file, and count in it together.
 */
final class OnceASecond extends HandlerWrapper
{
    // Messages are constant and their details in the context, so there are few.
    private const KINDS = 100;

    /** @param  string  $file  what was said when; where it cannot be written everything is said */
    public function __construct(string $stream, private readonly string $file, int|string|Level $level = Level::Debug, bool $bubble = true)
    {
        parent::__construct(new StreamHandler($stream, $level, $bubble)); // @phpstan-ignore argument.type
    }

    public function handle(LogRecord $record): bool
    {
        $leftOut = $this->isHandling($record) ? $this->turn(hash('xxh3', $record->message)) : 0;

        return $leftOut === null || parent::handle($leftOut === 0 ? $record : $record->with(extra: ['leftOut' => $leftOut] + $record->extra));
    }

    /** @return ?int  null: this second has heard it; else how often it was left out */
    private function turn(string $kind): ?int
    {
        $file = @fopen($this->file, 'c+');
        if ($file === false) {
            return 0;
        }
        flock($file, LOCK_EX);
        $said = json_decode((string) stream_get_contents($file), true);
        $said = is_array($said) && count($said) < self::KINDS ? $said : [];
        [$second, $leftOut] = $said[$kind] ?? [0, 0];
        $isHeard = $second === time();
        $said[$kind] = $isHeard ? [$second, $leftOut + 1] : [time(), 0];
        ftruncate($file, 0);
        rewind($file);
        fwrite($file, json_encode($said, JSON_THROW_ON_ERROR));
        fclose($file);

        return $isHeard ? null : $leftOut;
    }
}
