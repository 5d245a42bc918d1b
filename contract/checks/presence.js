import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { pause } from '../suite/expect.js';
import { joining, leaving, presence } from '../suite/whoIsOnline.js';

const calm = /** @type {const} */ ({ company: 'calm', needs: 'presence' });
const alone = /** @type {const} */ ({ company: 'alone', needs: 'presence' });

export const checks = [
  check(
    'somebody who joins is told to the others, with their name',
    async (t) => {
      const { connection } = await t.joined();
      const { person } = await t.joined();
      const event = await joining(connection.inbox, person.user);
      assert.deepEqual(
        event.joined.users.find((/** @type {any} */ { id }) => id === person.user.id),
        person.user,
      );
    },
    calm,
  ),

  check(
    'a presence event has a count and both sides, at most 10 users named on each',
    async (t) => {
      const { connection } = await t.joined();
      const { person } = await t.joined();
      await joining(connection.inbox, person.user);
      for (const event of presence(connection.inbox)) {
        assert.deepEqual(Object.keys(event).sort(), ['count', 'joined', 'left']);
        assert.ok(Number.isInteger(event.count) && event.count >= 1);
        for (const side of [event.joined, event.left]) {
          assert.deepEqual(Object.keys(side).sort(), ['count', 'users']);
          assert.equal(side.users.length, Math.min(side.count, limits.presenceListed));
          for (const user of side.users) assert.deepEqual(Object.keys(user).sort(), ['id', 'name']);
        }
        assert.ok(event.joined.count + event.left.count > 0, 'an event without a change');
      }
    },
    calm,
  ),

  check(
    'the counts of presence events add up',
    async (t) => {
      const { connection } = await t.joined();
      const [first, second] = [await t.joined(), await t.joined()];
      await joining(connection.inbox, second.person.user);
      first.connection.close();
      await leaving(connection.inbox, first.person.user);
      const events = presence(connection.inbox);
      assert.ok(events.length >= 2);
      for (let i = 1; i < events.length; i++) {
        assert.equal(events[i].count, events[i - 1].count + events[i].joined.count - events[i].left.count);
      }
    },
    calm,
  ),

  check(
    'twelve who join at once are told gathered: all counted, at most 10 named',
    async (t) => {
      const { connection: watcher } = await t.joined();
      const crowd = await t.people(12);
      await pause(limits.leaveGraceMs + 1500);
      const before = presence(watcher.inbox).length;
      const start = performance.now();
      await Promise.all(crowd.map((person) => t.join(person)));
      const since = () => presence(watcher.inbox).slice(before);
      const counted = () => since().reduce((sum, { joined }) => sum + joined.count, 0);
      await watcher.inbox.until(() => (counted() >= 12 ? true : undefined), 'the twelve');
      // A loaded machine takes its time to join twelve: an event a window, one before and one behind.
      const most = 2 + Math.ceil((performance.now() - start) / limits.presenceMinWindowMs);
      await pause(700);
      assert.equal(counted(), 12);
      assert.ok(since().length <= most, `${since().length} events`);
      for (const { joined } of since())
        assert.equal(joined.users.length, Math.min(joined.count, limits.presenceListed));
      assert.ok(
        since().some(({ joined }) => joined.count > 1),
        'one event for each',
      );
    },
    alone,
  ),

  check(
    'presence events are at least 500 ms apart',
    async (t) => {
      const { connection: watcher } = await t.joined();
      const crowd = await t.people(6);
      for (const person of crowd) {
        await t.join(person);
        await pause(150);
      }
      await pause(1000);
      const times = watcher.inbox.events.filter(({ name }) => name === 'presence').map(({ at }) => at);
      assert.ok(times.length >= 2);
      // 40 ms for how late a timer and a loaded machine may be, one event early and the next late.
      for (let i = 1; i < times.length; i++) {
        const apart = times[i] - times[i - 1];
        assert.ok(apart >= limits.presenceMinWindowMs - 40, `${Math.round(apart)} ms apart`);
      }
    },
    alone,
  ),
];
