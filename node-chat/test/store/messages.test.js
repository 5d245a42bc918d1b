import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../src/ChatError.js';
import { Messages } from '../../src/store/messages.js';
import { DuplicateKey } from '../../src/store/backendErrors.js';

const ann = { id: 'a', name: 'ann' };
const bob = { id: 'b', name: 'bob' };
const draft = (clientId, user = ann) => ({
  user,
  clientId,
  text: `text of ${clientId}`,
  at: '2026-01-01T00:00:00.000Z',
});
const keyOf = ({ user, clientId }) => `${user.id}:${clientId}`;

/** A database in memory that keeps both unique keys and can be made to fail. */
class Database {
  documents = [];
  reads = 0;
  /** @type {((messages: object[]) => 'stored' | 'lost' | undefined) | undefined} */
  trouble;

  newest = async (count) => this.documents.slice(-count);
  range = async (from, to) => {
    this.reads++;
    return this.documents.filter(({ id }) => id >= from && id <= to);
  };
  find = async (keys) =>
    this.documents.filter((found) => keys.some(({ userId, clientId }) => keyOf(found) === `${userId}:${clientId}`));
  insert = async (messages) => {
    const trouble = this.trouble?.(messages);
    if (trouble === 'lost') throw new ChatError('store_unavailable');
    for (const message of messages) {
      if (this.documents.some(({ id, ...other }) => id === message.id || keyOf(other) === keyOf(message)))
        throw new DuplicateKey();
      this.documents.push(message);
    }
    if (trouble === 'stored') throw new ChatError('store_unavailable');
  };
}

async function build(keep = 100) {
  const database = new Database();
  const log = new Messages(database, keep);
  await log.load();
  return { database, log };
}

const ids = (messages) => messages.map(({ id }) => id);

const pageOf = (log, { after, before }, limit) =>
  after !== undefined ? log.after(after, limit) : before !== undefined ? log.before(before, limit) : log.newest(limit);

test('ids are dense and in the order of the drafts', async () => {
  const { log, database } = await build();
  const first = await log.append([draft('1'), draft('2')]);
  const second = await log.append([draft('3')]);
  assert.deepEqual(ids([...first.stored, ...second.stored]), [1, 2, 3]);
  assert.deepEqual(ids(database.documents), [1, 2, 3]);
  assert.equal(log.lastId, 3);
});

test('ids go on after a restart', async () => {
  const { log, database } = await build();
  await log.append([draft('1'), draft('2')]);
  const again = new Messages(database, 100);
  await again.load();
  const { stored } = await again.append([draft('3')]);
  assert.deepEqual(ids(stored), [3]);
});

test('a clientId sent again is answered by the first message, whatever the text', async () => {
  const { log } = await build();
  const {
    answers: [first],
  } = await log.append([draft('1')]);
  const {
    answers: [second],
    stored,
  } = await log.append([{ ...draft('1'), text: 'other' }]);
  assert.deepEqual(second, { message: first.message, repeated: true });
  assert.deepEqual(stored, []);
});

test('the same clientId twice in one insert is one message', async () => {
  const { log } = await build();
  const { answers, stored } = await log.append([draft('1'), draft('2'), draft('1')]);
  assert.deepEqual(
    answers.map(({ message, repeated }) => [message.id, repeated]),
    [
      [1, false],
      [2, false],
      [1, true],
    ],
  );
  assert.deepEqual(ids(stored), [1, 2]);
});

test('two users may use the same clientId', async () => {
  const { log } = await build();
  const { stored } = await log.append([draft('1', ann), draft('1', bob)]);
  assert.deepEqual(ids(stored), [1, 2]);
});

test('a clientId too old for memory is found in the database, and the rest of its insert is stored', async () => {
  const { log, database } = await build(10);
  await log.append(Array.from({ length: 1200 }, (_, i) => draft(`old${i}`)));
  assert.equal(log.known('a', 'old0'), undefined);
  const { answers, stored } = await log.append([draft('x'), draft('old0'), draft('y')]);
  assert.deepEqual(
    answers.map(({ message, repeated }) => [message.id, repeated]),
    [
      [1201, false],
      [1, true],
      [1202, false],
    ],
  );
  assert.deepEqual(ids(stored), [1201, 1202]);
  assert.equal(database.documents.length, 1202);
});

test('drafts of a lost insert are not stored, and the next insert takes their ids', async () => {
  const { log, database } = await build();
  database.trouble = () => 'lost';
  await assert.rejects(log.append([draft('1'), draft('2')]), { code: 'store_unavailable' });
  database.trouble = undefined;
  const { stored } = await log.append([draft('3')]);
  assert.deepEqual(
    stored.map(({ id, clientId }) => [id, clientId]),
    [[1, '3']],
  );
});

test('what an insert stored without an answer is found, told and not stored again', async () => {
  const { log, database } = await build();
  database.trouble = () => 'stored';
  await assert.rejects(log.append([draft('1'), draft('2')]));
  database.trouble = undefined;
  const { answers, stored } = await log.append([draft('2'), draft('3')]);
  assert.deepEqual(
    answers.map(({ message, repeated }) => [message.id, repeated]),
    [
      [2, true],
      [3, false],
    ],
  );
  assert.deepEqual(ids(stored), [1, 2, 3]);
  assert.deepEqual(
    database.documents.map(({ clientId }) => clientId),
    ['1', '2', '3'],
  );
});

test('of an insert that broke off in the middle the part that is stored is found', async () => {
  for (const stored of [0, 1, 2, 3, 4, 5]) {
    const { log, database } = await build();
    const drafts = Array.from({ length: 5 }, (_, i) => draft(`${i}`));
    database.trouble = (messages) => {
      database.documents.push(...messages.slice(0, stored));
      return 'lost';
    };
    await assert.rejects(log.append(drafts));
    database.trouble = undefined;
    assert.deepEqual(ids((await log.append([])).stored), ids(database.documents));
    assert.equal(database.documents.length, stored);
    await log.append(drafts);
    assert.deepEqual(ids(database.documents), [1, 2, 3, 4, 5]);
    assert.equal(database.reads, 0, 'and the database was not searched through for it');
  }
});

test('an insert that was given up and arrives late takes its ids, and others move on', async () => {
  const { log, database } = await build();
  let late = [];
  database.trouble = (messages) => {
    late = messages;
    return 'lost';
  };
  await assert.rejects(log.append([draft('1'), draft('2')]));
  // It arrives between the look at the store and the next insert.
  database.trouble = () => {
    database.trouble = undefined;
    database.documents.push(...late);
  };
  const { answers, stored } = await log.append([draft('3')]);
  assert.equal(answers[0].message.id, 3);
  assert.deepEqual(ids(stored), [1, 2, 3]);
});

test('the newest page, the one before it and what came after it', async () => {
  const { log } = await build();
  await log.append(Array.from({ length: 10 }, (_, i) => draft(`${i}`)));
  const page = async (query) => {
    const { messages, more } = await pageOf(log, query, 4);
    return [ids(messages), more];
  };
  assert.deepEqual(await page({}), [[7, 8, 9, 10], true]);
  assert.deepEqual(await page({ before: 7 }), [[3, 4, 5, 6], true]);
  assert.deepEqual(await page({ before: 3 }), [[1, 2], false]);
  assert.deepEqual(await page({ before: 5 }), [[1, 2, 3, 4], false]);
  assert.deepEqual(await page({ before: 1 }), [[], false]);
  assert.deepEqual(await page({ before: 0 }), [[], false]);
  assert.deepEqual(await page({ before: 99 }), [[7, 8, 9, 10], true]);
  assert.deepEqual(await page({ after: 0 }), [[1, 2, 3, 4], true]);
  assert.deepEqual(await page({ after: 6 }), [[7, 8, 9, 10], false]);
  assert.deepEqual(await page({ after: 10 }), [[], false]);
  assert.deepEqual(await page({ after: Number.MAX_SAFE_INTEGER }), [[], false]);
});

test('an empty log has empty pages', async () => {
  const { log } = await build();
  for (const query of [{}, { after: 0 }, { before: 5 }]) {
    assert.deepEqual(await pageOf(log, query, 50), { messages: [], more: false });
  }
});

/** A log of a store that lost some of its messages, with `keep` of the newest in memory. */
async function damaged(total, lost, keep) {
  const { database } = await build();
  database.documents = Array.from({ length: total }, (_, i) => ({ ...draft(`${i + 1}`), id: i + 1 })).filter(
    ({ id }) => !lost(id),
  );
  const log = new Messages(database, keep);
  await log.load();
  return log;
}

test('where the store has holes, ids go on above the highest, and everybody is told', async () => {
  const log = await damaged(10, (id) => [1, 4, 9].includes(id), 100);
  assert.equal(log.lastId, 10);
  const { answers, stored } = await log.append([draft('new')]);
  assert.equal(answers[0].message.id, 11);
  assert.deepEqual(ids(stored), [11]);
});

test('pages are as long as ever over a hole, in memory and in the database', async () => {
  for (const keep of [1000, 3, 30]) {
    const log = await damaged(1000, (id) => id === 995 || (id > 20 && id < 980), keep);
    const page = async (query) => {
      const { messages, more } = await pageOf(log, query, 5);
      return [ids(messages), more];
    };
    assert.deepEqual(await page({ after: 994 }), [[996, 997, 998, 999, 1000], false]);
    assert.deepEqual(await page({ after: 18 }), [[19, 20, 980, 981, 982], true]);
    assert.deepEqual(await page({ after: 500 }), [[980, 981, 982, 983, 984], true]);
    assert.deepEqual(await page({ before: 998 }), [[992, 993, 994, 996, 997], true]);
    assert.deepEqual(await page({ before: 982 }), [[18, 19, 20, 980, 981], true]);
    assert.deepEqual(await page({ before: 500 }), [[16, 17, 18, 19, 20], true]);
  }
});

test('a reader who goes on while there is more comes to the end of any store', async () => {
  const log = await damaged(3000, (id) => id % 7 === 0 || (id > 100 && id < 2900) || id < 5, 10);
  const all = [];
  for (let after = 0, more = true; more; after = all.at(-1).id) {
    const page = await log.after(after, 50);
    all.push(...page.messages);
    more = page.more;
  }
  const back = [];
  for (let before = Infinity, more = true; more; before = back[0]?.id) {
    const page = await log.before(before, 50);
    back.unshift(...page.messages);
    more = page.more && page.messages.length > 0;
  }
  assert.equal(all.length, 82 + 87);
  assert.deepEqual(back, all);
});

test('pages in memory ask the database for nothing, older ones join both', async () => {
  const { log, database } = await build(10);
  await log.append(Array.from({ length: 1015 }, (_, i) => draft(`${i}`)));
  database.reads = 0;
  assert.equal((await log.newest(10)).messages.length, 10);
  assert.equal(database.reads, 0);
  const { messages } = await log.after(1000, 50);
  assert.equal(database.reads, 1);
  assert.deepEqual(
    ids(messages),
    Array.from({ length: 15 }, (_, i) => 1001 + i),
  );
});

test('a page over the edge of memory has no hole, though memory moves on while the database is asked', async () => {
  const { log, database } = await build(2);
  for (let batch = 0; batch < 2; batch++)
    await log.append(Array.from({ length: 700 }, (_, i) => draft(`${batch}-${i}`)));
  const { range } = database;
  database.range = async (...edges) => {
    const found = await range(...edges);
    await log.append(Array.from({ length: 1100 }, (_, i) => draft(`late-${i}`)));
    return found;
  };
  const { messages } = await log.after(1390, 10);
  assert.deepEqual(
    ids(messages),
    Array.from({ length: 10 }, (_, i) => 1391 + i),
  );
});

test('of an insert that was given up and arrives late all is read and told, when a sender of it tries again', async () => {
  const { log, database } = await build();
  let late = [];
  database.trouble = (messages) => {
    late = messages;
    return 'lost';
  };
  await assert.rejects(log.append([draft('1'), draft('2')]), { code: 'store_unavailable' });
  database.trouble = () => {
    database.trouble = undefined;
    database.documents.push(...late);
  };
  const { answers, stored } = await log.append([draft('2')]);
  assert.equal(answers[0].message.id, 2);
  assert.deepEqual(ids(stored), [1, 2]);
  assert.deepEqual(ids((await log.newest(10)).messages), [1, 2]);
});
