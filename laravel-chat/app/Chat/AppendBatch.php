<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use Psr\Log\LoggerInterface;
use Throwable;

/** Stores messages together. Where the store cannot take one (its user is gone, say) each goes alone. */
final class AppendBatch
{
    public function __construct(private readonly MessageStore $messages, private readonly LoggerInterface $log)
    {
    }

    /**
     * @param  list<NewMessage>  $batch
     * @return list<?Sent> in the order given; null for what cannot be stored
     *
     * @throws ChatError store_unavailable
     */
    public function handle(array $batch): array
    {
        try {
            return $batch === [] ? [] : $this->messages->append($batch);
        } catch (ChatError $away) {
            throw $away;
        } catch (Throwable $fault) {
            if (count($batch) > 1) {
                return array_merge(...array_map(fn (NewMessage $one): array => $this->handle([$one]), $batch));
            }
            // Without the database's own words, which quote what people wrote.
            $why = class_basename($fault).' '.$fault->getCode();
            $this->log->error('A message could not be stored.', ['why' => $why]);

            return [null];
        }
    }
}
