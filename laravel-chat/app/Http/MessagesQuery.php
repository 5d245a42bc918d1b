<?php

declare(strict_types=1);

namespace App\Http;

use App\Chat\Fields;
use App\ChatError;
use App\Contract;
use Illuminate\Http\Request;

/** The query of GET /messages. Reads the raw query, because PHP lets the last of repeated parameters win. */
final class MessagesQuery
{
    public readonly int $limit;

    public readonly ?int $after;

    public readonly ?int $before;

    public readonly ?int $changedAfter;

    /** The words to search for, as sent; null if the query does not search. */
    public readonly ?string $text;

    /** @throws ChatError invalid_parameter */
    public function __construct(private readonly Request $request)
    {
        $this->limit = $this->number('limit', 1, Contract::limit('pageMax')) ?? Contract::limit('pageDefault');
        $this->text = $this->value('text');
        $this->after = $this->number('after');
        $this->before = $this->number('before');
        $this->changedAfter = $this->number('changedAfter');
        $given = array_values(array_filter(
            ['text', 'after', 'before', 'changedAfter'], fn (string $name): bool => $this->{$name} !== null,
        ));
        // Only one of them may be given, but a search may begin below an id.
        if (count($given) > 1 && $given !== ['text', 'before']) {
            throw ChatError::of('invalid_parameter', (string) end($given));
        }
    }

    private function number(string $name, int $min = 0, int $max = Fields::ID_MAX): ?int
    {
        $value = $this->value($name);
        if ($value === null) {
            return null;
        }
        if (preg_match('/^0*([0-9]{1,16})\z/', $value, $digits) !== 1 || $digits[1] < $min || $digits[1] > $max) {
            throw ChatError::of('invalid_parameter', $name);
        }

        return (int) $digits[1];
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
