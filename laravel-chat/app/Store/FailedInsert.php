<?php

declare(strict_types=1);

namespace App\Store;

use App\Contract;

/** Remembers for all workers that the newest insert failed: a database may answer and store nothing, its disk being full, say. */
final class FailedInsert
{
    public function __construct(private readonly string $file)
    {
    }

    public function note(): void
    {
        @touch($this->file);
    }

    /** An insert went well. */
    public function forget(): void
    {
        clearstatcache(true, $this->file);
        is_file($this->file) && @unlink($this->file);
    }

    public function isRecent(): bool
    {
        clearstatcache(true, $this->file);
        $failed = is_file($this->file) ? @filemtime($this->file) : false;

        return $failed !== false && abs(time() - $failed) * 1000 <= Contract::load()->limit('failedInsertShownMs');
    }
}
