<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\FoundMessages;
use App\Chat\Message as ChatMessage;
use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Page;
use App\Chat\Sent;
use App\ChatError;
use App\Logging\FaultText;
use App\Models\Message;
use Closure;
use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\UniqueConstraintViolationException;
use Illuminate\Support\Facades\Log;
use PDOException;

/** Messages in SQL: ids dense and in commit order, one row per (user, clientId). */
final class Messages implements MessageStore
{
    // A deadlock or a lock timeout rolled everything back: the same batch may simply be tried again.
    private const TRIES = 3;

    private const SQLITE_BUSY = 5;

    public function __construct(private readonly DatabaseManager $db, private readonly StoreFaults $faults, private readonly FailedInsert $failed, private readonly WordBlocks $blocks)
    {
    }

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return list<Sent> in the order given
     *
     * @throws ChatError store_unavailable
     */
    public function append(array $batch): array
    {
        try {
            $sent = $this->faults->guard(fn () => $this->db->connection()->transaction(
                fn (Connection $db) => $this->insert($db, $batch), self::TRIES,
            ));
        } catch (ChatError $fault) {
            $this->failed->note();

            throw $fault;
        }
        $this->failed->forget();

        return $sent;
    }

    /** @throws ChatError store_unavailable */
    public function find(string $userId, string $clientId): ?ChatMessage
    {
        $query = Message::withName();
        $query->where('user_id', (int) $userId)->where('client_id', $clientId);
        $message = $this->faults->guard(fn () => $query->first());

        return $message instanceof Message ? $message->toChat() : null;
    }

    /**
     * What is stored already under their clientIds, whatever their texts.
     *
     * @param  list<NewMessage>  $batch
     * @return array<string, ChatMessage>  by "userId clientId"
     *
     * @throws ChatError store_unavailable
     */
    public function known(array $batch): array
    {
        return $batch === [] ? [] : $this->faults->guard(fn () => $this->knownOf($this->db->connection(), $batch));
    }

    /** The oldest messages with an id above $id. */
    public function after(int $id, int $limit): Page
    {
        return $this->page($limit, rising: true, where: ['>', $id]);
    }

    /** The newest messages with an id below $id. */
    public function before(int $id, int $limit): Page
    {
        return $this->page($limit, rising: false, where: ['<', $id]);
    }

    /** The newest messages. */
    public function newest(int $limit): Page
    {
        return $this->page($limit, rising: false);
    }

    public function search(array $begins, Closure $wordsOf, ?int $before, int $limit): FoundMessages
    {
        return $this->faults->guard(function () use ($begins, $wordsOf, $before, $limit): FoundMessages {
            $db = $this->db->connection();
            // First: what is read after this is as new as that revision.
            [$newest, $revision] = $this->position();
            $last = min(($before ?? PHP_INT_MAX) - 1, $newest);
            $blocks = $this->blocks->known($db, $begins);
            $search = new SearchedMessages($begins, $wordsOf, $limit);
            for ($to = $last; $to > 0 && ! $search->ends();) {
                $first = WordBlocks::firstOf($to);
                $lacks = $blocks->lacks($first);
                if ($lacks === true) {
                    $search->passOver($first);
                } else {
                    $isWhole = $to === WordBlocks::lastOf($to) && $lacks === null;
                    $words = $isWhole ? WordBlocks::gathered() : null;
                    $isRead = $search->read($first, $db->table('messages')->whereBetween('id', [$first, $to])->orderByDesc('id')->pluck('text', 'id')->all(), $words);
                    if ($isRead && $words !== null) {
                        $this->blocks->keep($db, $first, $words, $revision);
                    }
                }
                $to = $first - 1;
            }
            // A message may have been changed since it was read: it is looked at as it is shown.
            $found = $search->ids === [] ? [] : array_filter($this->withIds($search->ids), fn (ChatMessage $one): bool => $one->text !== null && $search->matches($wordsOf($one->text)));

            return new FoundMessages(array_values($found), $search->lowest);
        });
    }

    /** @return array{int, int} the id of the newest message and the revision of the newest change, 0 while there is none */
    public function position(): array
    {
        $counter = $this->faults->guard(fn () => $this->db->table('message_counter')->first());

        return [(int) ($counter->last_id ?? 0), (int) ($counter->last_rev ?? 0)];
    }

    /**
     * Whether a message could be stored, without storing one: an update of no row, which a server or a file that is read-only refuses
     * all the same, and the newest insert did not fail.
     */
    public function canBeStored(): bool
    {
        try {
            $this->db->table('message_counter')->where('id', 0)->update(['last_id' => 0]);
        } catch (PDOException $fault) {
            if (($fault->errorInfo[1] ?? null) !== self::SQLITE_BUSY) { // somebody else is storing right now
                Log::error('Messages cannot be stored.', FaultText::of($fault));

                return false;
            }
        }

        return ! $this->failed->isRecent();
    }

    /**
     * Those of them that there are.
     *
     * @param  list<int>  $ids
     * @return list<ChatMessage> in rising id order
     */
    private function withIds(array $ids): array
    {
        $query = Message::withName();
        $query->whereIn('messages.id', $ids)->orderBy('messages.id');
        /** @var list<Message> $rows */
        $rows = $this->faults->guard(fn () => $query->getModels());

        return array_map(fn (Message $row) => $row->toChat(), $rows);
    }

    /** @param  ?array{string, int}  $where operator and id */
    private function page(int $limit, bool $rising, ?array $where = null): Page
    {
        $query = Message::withName();
        if ($where !== null) {
            $query->where('messages.id', ...$where);
        }
        // One more than asked for tells whether there are more.
        $query->orderBy('messages.id', $rising ? 'asc' : 'desc')->limit($limit + 1);
        /** @var list<Message> $rows */
        $rows = $this->faults->guard(fn () => $query->getModels());
        $messages = array_map(fn (Message $row) => $row->toChat(), array_slice($rows, 0, $limit));

        return new Page($rising ? $messages : array_reverse($messages), count($rows) > $limit);
    }

    /**
     * Runs inside a transaction. Its first statement locks the counter row, so that whoever comes second waits,
     * and reads what the first has committed.
     *
     * @param  non-empty-list<NewMessage>  $batch
     * @return list<Sent>
     */
    private function insert(Connection $db, array $batch): array
    {
        $first = MessageCounter::advance($db, 'last_id', count($batch)) - count($batch) + 1;

        $at = now('UTC')->format(Message::TIME_FORMAT);
        try {
            // Nearly always all are new: the unique index tells when not, cheaper than asking each time.
            [$rows, $sent] = $this->place($batch, [], $first, $at);
            $this->insertRows($db, $rows);
        } catch (UniqueConstraintViolationException) {
            [$rows, $sent] = $this->place($batch, $this->knownOf($db, $batch), $first, $at);
            $rows === [] || $this->insertRows($db, $rows);
        }
        if (count($rows) < count($batch)) {
            $db->table('message_counter')->where('id', 1)->update(['last_id' => $first + count($rows) - 1]);
        }

        return $sent;
    }

    /**
     * Written out: the query builder would take as long for it as the whole rest of the transaction.
     *
     * @param  list<array{int, int, string, string, string}>  $rows  one at least
     */
    private function insertRows(Connection $db, array $rows): void
    {
        $values = implode(', ', array_fill(0, count($rows), '(?, ?, ?, ?, ?)'));
        $db->insert("insert into messages (id, user_id, text, client_id, sent_at) values $values", array_merge(...$rows));
    }

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @param  array<string, ChatMessage>  $known  by "userId clientId"
     * @return array{list<array{int, int, string, string, string}>, list<Sent>} the rows to insert, and the answers
     */
    private function place(array $batch, array $known, int $first, string $at): array
    {
        $rows = $sent = [];
        foreach ($batch as $new) {
            $key = $new->userId.' '.$new->clientId;
            $isNew = ! isset($known[$key]);
            if ($isNew) {
                $id = $first + count($rows);
                $rows[] = [$id, (int) $new->userId, $new->text, $new->clientId, $at];
                $known[$key] = new ChatMessage($id, $new->userId, $new->userName, $new->text, str_replace(' ', 'T', $at).'Z', $new->clientId);
            }
            $sent[] = new Sent($known[$key], $isNew);
        }

        return [$rows, $sent];
    }

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return array<string, ChatMessage> what is stored of this batch already, by "userId clientId"
     */
    private function knownOf(Connection $db, array $batch): array
    {
        $clientIds = [];
        foreach ($batch as $new) {
            $clientIds[(int) $new->userId][] = $new->clientId;
        }

        $known = [];
        // SQLite takes expressions up to 1000 deep, and each further "or" is one deeper.
        foreach (array_chunk($clientIds, 200, preserve_keys: true) as $some) {
            $where = $bindings = [];
            foreach ($some as $userId => $ids) {
                $where[] = 'user_id = ? and client_id in ('.implode(', ', array_fill(0, count($ids), '?')).')';
                array_push($bindings, $userId, ...$ids);
            }
            $rows = $db->table('messages')->leftJoin('users', 'users.id', '=', 'messages.user_id')
                ->whereRaw('('.implode(') or (', $where).')', $bindings)
                ->get(['messages.*', 'users.name as user_name']);
            foreach ($rows as $row) {
                $message = (new Message)->newFromBuilder((array) $row)->toChat();
                $known[$message->userId.' '.$message->clientId] = $message;
            }
        }

        return $known;
    }
}
