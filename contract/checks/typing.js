import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { freshClientId } from '../suite/person.js';

// Alone: others who write take the few names that are told.
const options = /** @type {const} */ ({ company: 'alone', needs: 'typing' });

/** @param {import('../drivers/driver.js').Connection} connection */
const writes = (connection) => connection.emit('typing', {});
/** @param {{id: string}} user */
const naming =
  (user) =>
  (/** @type {any} */ { users }) =>
    users.some((/** @type {any} */ { id }) => id === user.id);
/** @param {import('../suite/inbox.js').Inbox} inbox */
const told = (inbox) => inbox.events.filter(({ name }) => name === 'typing').map(({ payload }) => payload);
/** @param {import('../suite/inbox.js').Inbox} inbox the newest of these events is that nobody writes */
const nobody = (inbox, ms = 8000) =>
  inbox.until(() => (told(inbox).at(-1)?.count === 0 ? true : undefined), 'that nobody writes', ms);

/**
 * That nobody writes is told because something was stored, and not because time is up; a machine that is too busy to tell is let be.
 * @param {() => Promise<unknown>} stores @param {import('../suite/inbox.js').Inbox} inbox
 */
async function endsWith(stores, inbox) {
  const start = performance.now();
  await stores();
  const isBusy = performance.now() - start > 500;
  await nobody(inbox);
  const seconds = (performance.now() - start) / 1000;
  assert.ok(
    isBusy || seconds < limits.typingSeconds - 1,
    `told after ${seconds.toFixed(1)} s, as if nothing had been stored`,
  );
}

export const checks = [
  check(
    'who writes is told to all, with their name, and the message that is stored ends it',
    async (t) => {
      const [ann, bob] = [await t.joined(), await t.joined()];
      const earlier = await ann.person.store('earlier');
      await ann.connection.inbox.message(earlier.clientId);
      const start = performance.now();
      writes(ann.connection);
      const event = await bob.connection.inbox.next('typing', naming(ann.person.user));
      assert.deepEqual(event, { count: 1, users: [ann.person.user] });
      await ann.connection.inbox.next('typing', naming(ann.person.user));
      // Nobody's writing ends by an edit.
      await ann.person.edit(earlier.id, 'edited');
      writes(bob.connection);
      const both = await ann.connection.inbox.next('typing', naming(bob.person.user));
      const isBusy = performance.now() - start > (limits.typingSeconds - 1) * 1000;
      assert.ok(isBusy || naming(ann.person.user)(both), 'an edit ended that ann writes');
      await endsWith(
        () =>
          Promise.all([ann, bob].map(({ connection }) => connection.send({ text: 'it', clientId: freshClientId() }))),
        bob.connection.inbox,
      );
    },
    options,
  ),

  check(
    'who writes no more is over after some seconds, and who writes by POST as soon as it is stored',
    async (t) => {
      const [ann, bob] = [await t.joined(), await t.joined()];
      writes(ann.connection);
      await bob.connection.inbox.next('typing', naming(ann.person.user));
      await nobody(bob.connection.inbox, limits.typingSeconds * 1000 + 4000);
      writes(ann.connection);
      await bob.connection.inbox.until(() => (told(bob.connection.inbox).length >= 3 ? true : undefined), 'ann again');
      await endsWith(() => ann.person.store('posted'), bob.connection.inbox);
    },
    options,
  ),

  check(
    'six who write at once are told gathered: all counted, 4 named; who goes writes no more',
    async (t) => {
      const all = await Promise.all(Array.from({ length: 6 }, () => t.joined()));
      const [{ connection: watcher }] = all;
      const start = performance.now();
      for (const { connection } of all) writes(connection);
      await watcher.inbox.next('typing', ({ count }) => count === 6);
      const most = 1 + Math.ceil((performance.now() - start) / limits.presenceMinWindowMs);
      assert.ok(told(watcher.inbox).length <= most, `${told(watcher.inbox).length} events`);
      for (const { count, users } of told(watcher.inbox)) {
        assert.equal(users.length, Math.min(count, limits.typingListed));
        for (const user of users) assert.deepEqual(Object.keys(user).sort(), ['id', 'name']);
      }
      for (const { connection } of all.slice(1)) connection.close();
      await watcher.inbox.next('typing', ({ count }) => count < 2);
    },
    options,
  ),

  check(
    'a word of typing has no answer, whatever it holds, and one after the other changes nothing',
    async (t) => {
      const [ann, bob] = [await t.joined(), await t.joined()];
      for (const payload of [{}, { text: 'x', clientId: 'x' }, { count: 9, users: [] }])
        ann.connection.emit('typing', payload);
      for (let i = 0; i < 20; i++) writes(ann.connection);
      const event = await bob.connection.inbox.next('typing', naming(ann.person.user));
      assert.deepEqual(event, { count: 1, users: [ann.person.user] });
      const { ok } = await ann.connection.send({ text: 'still here', clientId: freshClientId() });
      assert.equal(ok, true);
      await nobody(bob.connection.inbox);
      const counts = told(bob.connection.inbox).map(({ count }) => count);
      // That those of an earlier check write no more may be told only now.
      while (counts[0] === 0) counts.shift();
      assert.deepEqual(counts, [1, 0]);
      const others = ann.connection.inbox.events.filter(
        ({ name }) => !['welcome', 'typing', 'presence', 'messages', 'ack'].includes(name) && !/^pusher/.test(name),
      );
      assert.deepEqual(others, []);
      assert.equal(ann.connection.inbox.events.filter(({ name }) => name === 'pusher:error').length, 0);
    },
    options,
  ),
];
