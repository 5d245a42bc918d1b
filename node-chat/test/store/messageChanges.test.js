import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../src/ChatError.js';
import { MessageChanges } from '../../src/store/messageChanges.js';
import { Messages } from '../../src/store/messages.js';
import { DuplicateKey, OutOfDate } from '../../src/store/backendErrors.js';

const user = { id: 'u', name: 'ann' };

/** A database in memory of some messages, which can be made to fail. */
class Database {
  documents = Array.from({ length: 5 }, (_, i) => ({
    id: i + 1,
    user,
    text: `text ${i + 1}`,
    at: '2026-01-01T00:00:00.000Z',
    clientId: `c${i + 1}`,
  }));
  reads = 0;
  /** @type {((steps: object[]) => 'stored' | 'lost' | undefined) | undefined} */
  trouble;

  newest = async (count) => this.documents.slice(-count);
  range = async (from, to) => this.documents.filter(({ id }) => id >= from && id <= to);
  find = async (keys) => this.documents.filter(({ clientId }) => keys.some((key) => key.clientId === clientId));
  insert = async () => {};
  change = async (steps) => {
    const trouble = this.trouble?.(steps);
    if (trouble === 'lost') throw new ChatError('store_unavailable');
    for (const { from, to } of steps) {
      if (this.documents.some(({ rev }) => rev === to.rev)) throw new DuplicateKey();
      if (this.documents[from.id - 1].rev !== from.rev) throw new OutOfDate();
      this.documents[from.id - 1] = to;
    }
    if (trouble === 'stored') throw new ChatError('store_unavailable');
  };
  newestChanges = async (count) => this.#changed().slice(-count);
  changesAfter = async (rev, limit) => {
    this.reads++;
    return this.#changed()
      .filter((message) => message.rev > rev)
      .slice(0, limit);
  };
  #changed = () => this.documents.filter(({ rev }) => rev).sort((a, b) => a.rev - b.rev);
}

async function build({ database = new Database(), keep = 100 } = {}) {
  const log = new Messages(database, 100);
  await log.load();
  const changes = new MessageChanges(database, log, keep);
  await changes.load();
  const edit = async (id, text) => ({ message: await log.at(id), text });
  return { database, log, changes, edit };
}

const revs = (messages) => messages.map(({ rev }) => rev);

test('a change has the next revision, and memory and database have its text', async () => {
  const { database, log, changes, edit } = await build();
  const { answers, stored } = await changes.apply([await edit(2, 'two'), await edit(4, null)]);
  assert.deepEqual(revs(answers), [1, 2]);
  assert.deepEqual(stored, answers);
  const left = { id: 4, user, at: '2026-01-01T00:00:00.000Z', clientId: 'c4', deleted: true, rev: 2 };
  assert.deepEqual(answers[1], left);
  const { messages } = await log.after(1, 3);
  assert.deepEqual([messages[0].text, messages[2]], ['two', left]);
  assert.deepEqual(database.documents[3], left);
  assert.equal(log.known('u', 'c2')?.text, 'two');
});

test('what changes nothing has no revision', async () => {
  const { changes, edit } = await build();
  const deletion = await edit(1, null);
  const { answers, stored } = await changes.apply([
    await edit(2, 'text 2'),
    deletion,
    deletion,
    { ...deletion, text: 'x' },
  ]);
  assert.deepEqual(revs(answers), [undefined, 1, 1, 1]);
  assert.deepEqual(revs(stored), [1]);
  assert.deepEqual((await changes.apply([await edit(1, null)])).stored, []);
});

test('a message changed twice by one call has two revisions and is told once', async () => {
  const { changes, edit } = await build();
  const { answers, stored } = await changes.apply([await edit(1, 'a'), await edit(1, 'b')]);
  assert.deepEqual(
    answers.map(({ text, rev }) => [text, rev]),
    [
      ['a', 1],
      ['b', 2],
    ],
  );
  assert.deepEqual(revs(stored), [2]);
});

test('revisions go on after a restart', async () => {
  const { database, changes, edit } = await build();
  await changes.apply([await edit(1, 'a'), await edit(2, 'b')]);
  const again = await build({ database });
  assert.equal(again.changes.rev, 2);
  assert.deepEqual(revs((await again.changes.after(0, 10)).messages), [1, 2]);
  assert.deepEqual(revs((await again.changes.apply([await again.edit(3, 'c')])).stored), [3]);
});

test('a change that was stored though its call failed is told by the next call', async () => {
  const { database, log, changes, edit } = await build();
  database.trouble = () => 'stored';
  await assert.rejects(changes.apply([await edit(1, 'a')]), { code: 'store_unavailable' });
  database.trouble = undefined;
  const { stored } = await changes.apply([]);
  assert.deepEqual(revs(stored), [1]);
  assert.equal((await log.at(1))?.text, 'a');
});

test('a change that was not stored leaves no trace', async () => {
  const { database, log, changes, edit } = await build();
  database.trouble = () => 'lost';
  await assert.rejects(changes.apply([await edit(1, 'a')]), { code: 'store_unavailable' });
  database.trouble = undefined;
  assert.deepEqual(revs((await changes.apply([await edit(2, 'b')])).stored), [1]);
  assert.equal((await log.at(1))?.text, 'text 1');
});

test('an update that was given up and comes late is learnt of, whether it took a revision or a message', async () => {
  for (const late of [1, 2]) {
    const { database, changes, edit } = await build();
    database.trouble = () => 'lost';
    await assert.rejects(changes.apply([await edit(1, 'late')]));
    database.trouble = () => {
      // It arrives between the look at what was stored and the next change.
      database.trouble = undefined;
      database.documents[0] = { ...database.documents[0], text: 'late', rev: 1 };
      return undefined;
    };
    const { answers, stored } = await changes.apply([await edit(late, 'new')]);
    assert.deepEqual([answers[0].text, answers[0].rev], ['new', 2]);
    assert.deepEqual(revs(stored), late === 1 ? [2] : [1, 2]);
  }
});

test('what memory does not hold any more is read from the database', async () => {
  const database = new Database();
  database.documents.forEach((message, i) => (message.rev = i + 1));
  const { changes } = await build({ database, keep: 2 });
  assert.deepEqual(revs((await changes.after(3, 10)).messages), [4, 5]);
  assert.equal(database.reads, 0);
  assert.deepEqual(await changes.after(1, 2), { messages: database.documents.slice(1, 3), more: true });
  assert.equal(database.reads, 1);
});
