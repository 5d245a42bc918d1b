import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Presence } from '../../src/chat/presence.js';
import { SharedPresence } from '../../src/cluster/sharedPresence.js';

/** @import { TestContext } from 'node:test' */

const [ann, bob, eve] = ['ann', 'bob', 'eve'].map((name) => ({ id: `id of ${name}`, name }));

/** @param {TestContext} t */
function build(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const published = [];
  const publish = (name, { name: user }) => published.push(`${user} ${name}`);
  const presence = new Presence(() => {}, publish, Infinity);
  const online = () =>
    presence
      .list()
      .users.map(({ name }) => name)
      .join(' ');
  return { presence, published, online, others: new SharedPresence(presence), pass: (ms) => t.mock.timers.tick(ms) };
}

test('a user is online until the last process, and each process publishes only its own', (t) => {
  const { presence, published, online, others, pass } = build(t);
  for (const process of ['b', 'c']) {
    others.markAlive(process);
    others.joined(process, ann);
  }
  others.joined('b', ann); // news and a list may both have it
  presence.join(ann);
  presence.join(ann);
  others.left('b', ann);
  presence.leave(ann);
  presence.leave(ann);
  pass(2_999);
  presence.join(ann);
  assert.deepEqual([published, presence.ownUsers(), online()], [['ann joined'], [ann], 'ann']);
  presence.leave(ann);
  pass(3_000);
  assert.deepEqual([published, presence.ownUsers(), online()], [['ann joined', 'ann left'], [], 'ann']);
  others.left('c', ann);
  assert.equal(online(), '');
});

test('the list of a process decides who is there, and a silent process loses its users', (t) => {
  const { online, others } = build(t);
  for (const process of ['b', 'c']) others.markAlive(process);
  others.replaceUsers('b', [ann, bob]);
  others.replaceUsers('c', [eve]);
  others.replaceUsers('b', [bob]);
  assert.equal(online(), 'bob eve');
  const removals = Array.from({ length: 10 }, () => (others.markAlive('c'), others.removeSilentProcesses()));
  assert.equal(removals.filter(Boolean).length, 1);
  assert.equal(online(), 'eve');
  others.markAlive('b'); // it was frozen
  others.replaceUsers('b', [bob]);
  assert.equal(online(), 'eve bob');
});
