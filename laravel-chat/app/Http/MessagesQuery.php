<?php

declare(strict_types=1);

namespace App\Http;

use App\Chat\Fields;
use App\ChatError;
use App\Contract;
use Illuminate\Http\Request;

/** Which page of messages. Read from the raw query, because PHP lets the last of repeated parameters win. */
final class MessagesQuery
{
    public readonly int $limit;

    public readonly ?int $after;

    public readonly ?int $before;

    public readonly ?int $changedAfter;

    /** The words to search for, as sent; null where the query does not search. */
    public readonly ?string $search;

    /** @throws ChatError invalid_parameter */
    public function __construct(private readonly Request $request)
    {
        $contract = Contract::load();
        $this->limit = $this->number('limit', 1, (int) $contract->limit('pageMax'))
            ?? (int) $contract->limit('pageDefault');
        $this->after = $this->number('after');
        $this->before = $this->number('before');
        $this->changedAfter = $this->number('changedAfter');
        $this->search = $this->value('text');
        $isSet = array_keys(array_filter([
            'text' => $this->search !== null, 'after' => $this->after !== null, 'before' => $this->before !== null,
            'changedAfter' => $this->changedAfter !== null,
        ]));
        // Only one of them may be set, but a search may begin below an id.
        if (count($isSet) > 1 && $isSet !== ['text', 'before']) {
            throw ChatError::of('invalid_parameter', (string) end($isSet));
        }
    }

    private function number(string $name, int $min = 0, int $max = Fields::ID_MAX): ?int
    {
        $value = $this->value($name);
        if ($value === null) {
            return null;
        }
        $digits = ltrim($value, '0') ?: '0';
        if (
            preg_match('/^[0-9]+\z/', $value) !== 1 || strlen($digits) > 16 || (int) $digits < $min
                || (int) $digits > $max
        ) {
            throw ChatError::of('invalid_parameter', $name);
        }

        return (int) $digits;
    }

    private function value(string $name): ?string
    {
        $values = [];
        foreach (explode('&', (string) $this->request->server->get('QUERY_STRING')) as $pair) {
            [$key, $value] = explode('=', $pair, 2) + [1 => ''];
            if (urldecode($key) === $name) {
                $values[] = urldecode($value);
            }
        }

        return count($values) > 1 ? throw ChatError::of('invalid_parameter', $name) : $values[0] ?? null;
    }
}
