<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

/** Stores what has gathered, however many: the one way in for HTTP workers (a batch of one) and the loop's storing child. */
final class SendMessages
{
    public function __construct(private readonly MessageStore $messages)
    {
    }

    /**
     * @param  list<NewMessage>  $batch
     * @return list<Sent> in the order given; a (user, clientId) known before, or earlier in the batch, is not new
     *
     * @throws ChatError store_unavailable: nothing was stored that was not stored before
     */
    public function handle(array $batch): array
    {
        return $batch === [] ? [] : $this->messages->append($batch);
    }
}
