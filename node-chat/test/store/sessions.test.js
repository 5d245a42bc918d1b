import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../src/ChatError.js';
import { Sessions } from '../../src/store/sessions.js';

/** @import { TestContext } from 'node:test' */

const session = (name, expires = Date.now() + 600_000) => ({ user: { id: name, name }, expires });

/** @param {TestContext} t */
function build(t) {
  const stored = new Map();
  const rows = {
    reads: 0,
    isAway: false,
    find: async (handle) => {
      rows.reads++;
      if (rows.isAway) throw new ChatError('store_unavailable');
      const found = stored.get(handle) ?? null;
      await rows.held;
      return found;
    },
    held: Promise.resolve(),
    /** Look-ups wait from now on. @returns {() => void} lets them go on */
    hold() {
      const { promise, resolve } = Promise.withResolvers();
      rows.held = promise;
      return resolve;
    },
    save: async (sessions) => sessions.forEach(([handle, one]) => stored.set(handle, one)),
    remove: async (handle) => void stored.delete(handle),
    prune: async () => {},
  };
  const sessions = new Sessions(rows, () => {});
  t.after(() => sessions.close());
  return { sessions, rows, stored };
}

test('a session is read once, and an ended or unknown one is not found', async (t) => {
  const { sessions, rows, stored } = build(t);
  stored.set('h', session('ann'));
  stored.set('over', session('bob', 1));
  for (let i = 0; i < 3; i++) assert.equal((await sessions.find('h'))?.user.name, 'ann');
  assert.equal(rows.reads, 1);
  assert.equal(await sessions.find('over'), null);
  assert.equal(await sessions.find('nobody'), null);
});

test('a removed session ends at once, also for a look-up under way', async (t) => {
  const { sessions, rows, stored } = build(t);
  await sessions.save('h', session('ann'));
  assert.equal(sessions.isOpen('h'), true);
  await sessions.remove('h');
  assert.equal(sessions.isOpen('h'), false);

  const open = rows.hold();
  stored.set('again', session('ann'));
  const looking = sessions.find('again');
  await sessions.remove('again');
  open();
  assert.equal(await looking, null);
  assert.equal(sessions.isOpen('again'), false);
});

test('all sessions are read again after other processes may have ended them', async (t) => {
  const { sessions, rows, stored } = build(t);
  for (const handle of ['ended', 'open']) await sessions.save(handle, session('ann'));
  stored.delete('ended');
  sessions.forgetAll();
  rows.isAway = true;
  await assert.rejects(sessions.find('ended'), { code: 'store_unavailable' });
  rows.isAway = false;
  assert.equal(await sessions.find('ended'), null);
  assert.equal(sessions.isOpen('ended'), false);
  for (let i = 0; i < 2; i++) assert.equal((await sessions.find('open'))?.user.name, 'ann');
  assert.equal(rows.reads, 3);
});

test('a look-up under way is made again after all sessions were forgotten', async (t) => {
  const { sessions, rows, stored } = build(t);
  stored.set('h', session('ann'));
  const open = rows.hold();
  const looking = sessions.find('h');
  sessions.forgetAll();
  stored.delete('h');
  open();
  assert.equal(await looking, null);
});

test('while the database is away a session in memory stays valid, and another is unknown', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval', 'setTimeout'], now: Date.now() });
  const { sessions, rows } = build(t);
  await sessions.save('h', session('ann'));
  rows.isAway = true;
  for (let i = 0; i < 3; i++) {
    t.mock.timers.tick(70_000);
    assert.equal((await sessions.find('h'))?.user.name, 'ann');
  }
  await assert.rejects(sessions.find('other'), { code: 'store_unavailable' });
});
