<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use Psr\Log\LoggerInterface;
use Throwable;

/**
 * Stores what gathered on the event loop, each message once under its clientId. One that the store cannot take (its
 * user is gone, say) fails alone.
 */
final class SendMessages
{
    public function __construct(private readonly MessageStore $messages, private readonly LoggerInterface $log)
    {
    }

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return list<Sent|ChatError> in the order given; message_not_found for a reply to none, internal for what cannot
     *   be stored
     *
     * @throws ChatError store_unavailable: nothing was stored that was not stored before
     */
    public function handle(array $batch): array
    {
        try {
            return $this->messages->append($batch);
        } catch (ChatError $away) {
            throw $away;
        } catch (Throwable $fault) {
            if (count($batch) > 1) {
                return array_merge(...array_map(fn (NewMessage $one): array => $this->handle([$one]), $batch));
            }
            // The database's own message would quote what people wrote.
            $why = class_basename($fault).' '.$fault->getCode();
            $this->log->error('A message could not be stored.', ['why' => $why]);

            return [ChatError::of('internal')];
        }
    }
}
