<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

use ChannelServer\Server\Address;
use Illuminate\Console\Command;
use InvalidArgumentException;

/** A command for the server that runs at --address, or else where the settings say. */
abstract class RunningServerCommand extends Command
{
    final public function handle(): int
    {
        try {
            $address = Address::fromText((string) ($this->option('address') ?? config('websockets.api.address')));
        } catch (InvalidArgumentException $misspelt) {
            $this->error($misspelt->getMessage());

            return self::FAILURE;
        }

        return $this->handleServer(new RunningServer($address));
    }

    /** @return int exit status */
    abstract protected function handleServer(RunningServer $server): int;
}
