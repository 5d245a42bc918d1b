<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/** Answers the first bytes of a connection before they are read as HTTP: for a path so busy that even that costs too much. */
interface Shortcut
{
    /** The answer to a first request that is also the last of its connection; null for any other. */
    public function onlyAnswer(string $bytes): ?string;

    /** Whether that was the answer; where it is none, the bytes are read as HTTP. */
    public function answered(Connection $connection, string $bytes): bool;
}
