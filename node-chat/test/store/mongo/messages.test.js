import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../../src/ChatError.js';
import { oneProcess } from '../../../src/oneProcess.js';
import { openMessages } from '../../../src/store/mongo/messages.js';
import { keyOf, RecentMessages } from '../../../src/store/mongo/recentMessages.js';

const ann = { id: 'a', name: 'ann' };
const draft = (clientId) => ({ user: ann, text: `of ${clientId}`, at: '2026-01-01T00:00:00.000Z', clientId });
const ids = (messages) => messages.map(({ id }) => id);

/** Documents in memory that keep both unique keys, shared by processes; an insert can be made to fail. */
class Documents {
  stored = [];
  /** @type {((batch: object[]) => number | undefined) | undefined} how many are stored before the answer is lost */
  loses;

  insert = async (batch) => {
    const kept = this.loses?.(batch);
    for (const message of batch.slice(0, kept ?? batch.length)) {
      if (this.stored.some((one) => one.id === message.id || keyOf(one) === keyOf(message))) return false;
      this.stored.push(message);
    }
    if (kept !== undefined) throw new ChatError('store_unavailable');
    return true;
  };
  find = async ({ _id }) => this.stored.find((one) => keyOf(one) === _id) ?? null;
  read = async ({ id: { $gt: after } }) => this.stored.filter(({ id }) => id > after);
}

function build(documents = new Documents(), keep = 100, peers = oneProcess.peers.messages) {
  const recent = new RecentMessages(keep, documents.stored.slice(-keep).reverse());
  return { documents, recent, log: openMessages(/** @type {any} */ (documents), recent, peers) };
}

test('a clientId too old for memory is found in the database, and the rest of its batch is stored', async () => {
  const { documents } = build();
  documents.stored = [1, 2, 3, 4].map((id) => ({ id, ...draft(`${id}`) }));
  const { log } = build(documents, 1);
  const { answers, stored } = await log.append([draft('new'), draft('1'), draft('2'), draft('newer')]);
  assert.deepEqual(
    answers.map(({ message, isNew }) => [message.id, isNew]),
    [
      [5, true],
      [1, false],
      [2, false],
      [6, true],
    ],
  );
  assert.deepEqual(
    [ids(stored), ids(documents.stored)],
    [
      [5, 6],
      [1, 2, 3, 4, 5, 6],
    ],
  );
});

for (const kept of [0, 1, 2])
  test(`after an insert without an answer its ${kept} stored messages are found and not stored again`, async () => {
    const { log, documents } = build();
    documents.loses = () => kept;
    await assert.rejects(log.append([draft('1'), draft('2')]), { code: 'store_unavailable' });
    documents.loses = undefined;
    const { answers, stored } = await log.append([draft('1'), draft('2'), draft('3')]);
    assert.deepEqual(
      [ids(stored), ids(documents.stored)],
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
    );
    assert.deepEqual(
      answers.map(({ isNew }) => isNew),
      [kept < 1, kept < 2, true],
    );
  });

test('a late insert keeps its ids: later messages get higher ones, and all are broadcast', async () => {
  const { log, documents } = build();
  await log.append([draft('1')]);
  documents.loses = (batch) => {
    documents.loses = () => {
      documents.loses = undefined;
      documents.stored.push(...batch); // just before the next one
      return undefined;
    };
    return 0;
  };
  await assert.rejects(log.append([draft('late'), draft('later')]));
  const { answers, stored } = await log.append([draft('2')]);
  assert.equal(answers[0].message.id, 4);
  assert.deepEqual(
    [ids(stored), ids(documents.stored)],
    [
      [2, 3, 4],
      [1, 2, 3, 4],
    ],
  );
});

test('if a read of the newest messages misses an id, later ones are read again', async () => {
  const { log, documents, recent } = build();
  documents.stored = [1, 2, 3].map((id) => ({ id, ...draft(`${id}`) }));
  const { read } = documents;
  documents.read = async (filter) => {
    documents.read = read;
    return (await read(filter)).filter((one) => one.id !== 2);
  };
  assert.deepEqual(ids((await log.append([draft('4')])).stored), [1, 2, 3, 4]);
  assert.equal(recent.lastId, 4);
});

test('messages that arrive during a read of the newest ones make no gap', async () => {
  const { log, documents } = build();
  documents.stored = [1, 2, 3].map((id) => ({ id, ...draft(`${id}`) }));
  const told = [];
  const { read } = documents;
  let reads = 0;
  documents.read = async (filter) => {
    const found = await read(filter);
    if (reads++ === 0) told.push(...log.receive(found.slice(0, 1)));
    return found;
  };
  told.push(...(await log.readNew()));
  assert.deepEqual([ids(told), reads], [[1, 2, 3], 1]);
});

test('if two processes store one clientId under the same id, one answer says that it is a repeat', async () => {
  const documents = new Documents();
  const [one, other] = [build(documents).log, build(documents).log];
  const first = draft('1');
  await one.append([first]);
  const { answers } = await other.append([{ ...first, at: '2026-01-01T00:00:01.000Z' }]);
  assert.deepEqual(answers, [{ message: { id: 1, ...first }, isNew: false }]);
});

test('messages beyond a gap wait until other messages or the store fill it', async () => {
  const { log: other, documents } = build();
  const { log } = build(new Documents());
  const { stored } = await other.append(['1', '2', '3', '4'].map((id) => draft(id)));
  assert.deepEqual(ids(log.receive(stored.slice(1, 2))), []);
  assert.deepEqual(ids(log.receive(stored.slice(0, 1))), [1, 2]);
  assert.deepEqual(ids(log.receive(stored.slice(0, 3))), [3]);
  const { log: late, documents: shared } = build();
  shared.stored.push(...documents.stored);
  assert.deepEqual(ids(late.receive(stored.slice(3))), []);
  assert.deepEqual(ids(await late.readNew()), [1, 2, 3, 4]);
});

test('a token with a last id that is too high makes no gap, and gets the true last id', async () => {
  const token = { end: 99, isOvertaken: false };
  const told = [];
  const { log, documents } = build(undefined, 100, {
    turn: (task) => task(token),
    publish: (news) => told.push(...news),
  });
  await log.append([draft('1'), draft('2')]);
  assert.deepEqual([ids(documents.stored), ids(told), token], [[1, 2], [1, 2], { end: 2, isOvertaken: false }]);
});

test('the holder of the token waits for messages up to its last id, and marks an overtaken token', async () => {
  const { log: other, documents } = build();
  const token = { end: 1, isOvertaken: false };
  const { log } = build(documents, 100, { turn: (task) => task(token), publish() {} });
  const { stored } = await other.append([draft('1')]);
  const appended = log.append([draft('mine')]);
  log.receive(stored);
  assert.equal((await appended).answers[0].message.id, 2);
  assert.deepEqual(token, { end: 2, isOvertaken: false });
  await other.append([draft('without a token')]);
  assert.equal((await log.append([draft('again')])).answers[0].message.id, 4);
  assert.equal(token.isOvertaken, true);
});
