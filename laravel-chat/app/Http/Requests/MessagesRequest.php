<?php

declare(strict_types=1);

namespace App\Http\Requests;

use App\ChatError;
use App\Contract;
use Illuminate\Foundation\Http\FormRequest;

/** Which page of messages. Read from the raw query, because PHP lets the last of repeated parameters win. */
final class MessagesRequest extends FormRequest
{
    private const MAX_ID = 2 ** 53 - 1; // JavaScript's greatest exact integer

    public int $limit;

    public ?int $after;

    public ?int $before;

    public ?int $changedAfter;

    /** What to search for, its bytes as sent; null where the query does not search. */
    public ?string $search;

    /** @throws ChatError invalid_parameter */
    public function validateResolved(): void
    {
        $contract = Contract::load();
        $this->limit = $this->number('limit', 1, (int) $contract->limit('pageMax')) ?? (int) $contract->limit('pageDefault');
        $this->after = $this->number('after', 0, self::MAX_ID);
        $this->before = $this->number('before', 0, self::MAX_ID);
        $this->changedAfter = $this->number('changedAfter', 0, self::MAX_ID);
        if ($this->after !== null && $this->before !== null) {
            throw ChatError::invalidParameter('before');
        }
        if ($this->changedAfter !== null && ($this->after ?? $this->before) !== null) {
            throw ChatError::invalidParameter('changedAfter');
        }
        $searches = $this->values('text');
        if (count($searches) > 1) {
            throw ChatError::invalidParameter('text');
        }
        $this->search = $searches[0] ?? null;
        if ($this->search !== null && $this->after !== null) {
            throw ChatError::invalidParameter('after');
        }
        if ($this->search !== null && $this->changedAfter !== null) {
            throw ChatError::invalidParameter('changedAfter');
        }
    }

    private function number(string $name, int $min, int $max): ?int
    {
        $values = $this->values($name);
        if ($values === []) {
            return null;
        }
        $digits = ltrim($values[0], '0') ?: '0';
        if (count($values) > 1 || preg_match('/^[0-9]+\z/', $values[0]) !== 1 || strlen($digits) > 16
            || (int) $digits < $min || (int) $digits > $max) {
            throw ChatError::invalidParameter($name);
        }

        return (int) $digits;
    }

    /** @return list<string> */
    private function values(string $name): array
    {
        $values = [];
        foreach (explode('&', (string) $this->server->get('QUERY_STRING')) as $pair) {
            [$key, $value] = explode('=', $pair, 2) + [1 => ''];
            if (urldecode($key) === $name) {
                $values[] = urldecode($value);
            }
        }

        return $values;
    }
}
