import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { eventually, expectStatus, pause } from '../suite/expect.js';

/** @typedef {import('../suite/inbox.js').Inbox} Inbox */

const calm = /** @type {const} */ ({ company: 'calm' });
const alone = /** @type {const} */ ({ company: 'alone' });

/** @param {Inbox} inbox */
const presence = (inbox) => inbox.events.filter(({ name }) => name === 'presence').map(({ payload }) => payload);

/** @param {{users: {id: string}[]}} side @param {{id: string}} user */
const names = (side, user) => side.users.some(({ id }) => id === user.id);

/** @param {Inbox} inbox @param {{id: string}} user @param {number} [ms] */
const joining = (inbox, user, ms = 4000) => inbox.next('presence', ({ joined }) => names(joined, user), ms);

/** @param {Inbox} inbox @param {{id: string}} user @param {number} [ms] */
const leaving = (inbox, user, ms = 8000) => inbox.next('presence', ({ left }) => names(left, user), ms);

/** Whether the user is in GET /online. @param {import('../suite/person.js').Person} reader @param {{id: string}} user */
async function online(reader, user) {
  const answer = await reader.get('/online');
  expectStatus(answer, 200);
  return answer.json.users.filter((/** @type {{id: string}} */ { id }) => id === user.id).length;
}

export const checks = [
  check(
    'GET /online counts and lists who has joined, each with id and name',
    async (t) => {
      const { person } = await t.joined();
      const answer = await person.get('/online');
      expectStatus(answer, 200);
      assert.deepEqual(Object.keys(answer.json).sort(), ['count', 'users']);
      assert.ok(answer.json.count >= answer.json.users.length);
      assert.deepEqual(
        answer.json.users.find((/** @type {any} */ { id }) => id === person.user.id),
        person.user,
      );
    },
    calm,
  ),

  check(
    'who is logged in but has not joined is not online',
    async (t) => {
      const person = await t.person();
      assert.equal(await online(person, person.user), 0);
      const raw = await t.raw(person, { join: false });
      assert.equal(await online(person, person.user), 0);
      raw.socket.terminate();
    },
    calm,
  ),

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
    'a user with three tabs is online once',
    async (t) => {
      const [{ connection: watcher }, person] = [await t.joined(), await t.person()];
      const tabs = [await t.join(person), await t.join(person), await t.join(await person.again())];
      await joining(watcher.inbox, person.user);
      await pause(1200);
      assert.equal(await online(person, person.user), 1);
      const told = presence(watcher.inbox).filter(({ joined }) => names(joined, person.user));
      assert.equal(told.length, 1, 'told more than once');
      assert.equal(tabs.length, 3);
    },
    calm,
  ),

  check(
    'a user with three tabs does not leave while one is open',
    async (t) => {
      const [{ connection: watcher }, person] = [await t.joined(), await t.person()];
      const tabs = await Promise.all([1, 2, 3].map(() => t.join(person)));
      await joining(watcher.inbox, person.user);
      tabs[0].close();
      tabs[1].close();
      await pause(limits.leaveGraceMs + 1200);
      assert.equal(await online(person, person.user), 1);
      assert.ok(!presence(watcher.inbox).some(({ left }) => names(left, person.user)));
    },
    calm,
  ),

  check(
    'a user leaves once, when the last tab has been gone for 3 s',
    async (t) => {
      const [{ connection: watcher, person: other }, person] = [await t.joined(), await t.person()];
      const tabs = await Promise.all([1, 2].map(() => t.join(person)));
      await joining(watcher.inbox, person.user);
      const start = performance.now();
      for (const tab of tabs) tab.close();
      await leaving(watcher.inbox, person.user);
      const took = performance.now() - start;
      assert.ok(took >= limits.leaveGraceMs - 100, `gone after ${Math.round(took)} ms`);
      assert.ok(took <= limits.leaveGraceMs + 2500, `gone after ${Math.round(took)} ms`);
      assert.equal(await online(other, person.user), 0);
      assert.equal(presence(watcher.inbox).filter(({ left }) => names(left, person.user)).length, 1);
    },
    calm,
  ),

  check(
    'during the 3 s of grace a user is still online',
    async (t) => {
      const [{ person: other }, { person, connection }] = [await t.joined(), await t.joined()];
      connection.close();
      await pause(limits.leaveGraceMs - 1200);
      assert.equal(await online(other, person.user), 1);
      await eventually(async () => assert.equal(await online(other, person.user), 0), 5000);
    },
    calm,
  ),

  check(
    'a reload is no leaving and no joining',
    async (t) => {
      const [{ connection: watcher }, { person, connection }] = [await t.joined(), await t.joined()];
      await joining(watcher.inbox, person.user);
      connection.close();
      await pause(1000);
      await t.join(person);
      await pause(limits.leaveGraceMs + 700);
      const told = presence(watcher.inbox);
      assert.ok(!told.some(({ left }) => names(left, person.user)), 'told as left');
      assert.equal(told.filter(({ joined }) => names(joined, person.user)).length, 1, 'told as joined again');
    },
    calm,
  ),

  check(
    'a logout starts the same 3 s',
    async (t) => {
      const [{ connection: watcher, person: other }, { person }] = [await t.joined(), await t.joined()];
      await joining(watcher.inbox, person.user);
      const start = performance.now();
      await person.logOut();
      assert.equal(await online(other, person.user), 1);
      await leaving(watcher.inbox, person.user);
      const took = performance.now() - start;
      assert.ok(took >= limits.leaveGraceMs - 100 && took <= limits.leaveGraceMs + 2500, `${Math.round(took)} ms`);
    },
    calm,
  ),

  check(
    'who came and comes back after leaving is told both times',
    async (t) => {
      const [{ connection: watcher }, { person, connection }] = [await t.joined(), await t.joined()];
      await joining(watcher.inbox, person.user);
      connection.close();
      await leaving(watcher.inbox, person.user);
      await t.join(person);
      await watcher.inbox.until(
        () => presence(watcher.inbox).filter(({ joined }) => names(joined, person.user))[1],
        'the second joining',
      );
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

  check(
    'welcome counts who is online, oneself with them',
    async (t) => {
      const { connection } = await t.joined();
      await pause(limits.leaveGraceMs + 1500);
      const known = presence(connection.inbox).at(-1)?.count ?? connection.welcome.online.count;
      const [first, second] = [await t.joined(), await t.joined()];
      assert.equal(first.connection.welcome.online.count, known + 1);
      assert.equal(second.connection.welcome.online.count, known + 2);
      const tab = await t.join(second.person);
      assert.equal(tab.welcome.online.count, known + 2);
    },
    alone,
  ),

  check(
    'of more than 100 online all are counted and the 100 longest online listed',
    async (t) => {
      const first = await t.joined();
      // All of them our own: who else is online may leave meanwhile.
      const crowd = [];
      while (crowd.length < limits.onlineListed) crowd.push(...(await t.people(10)));
      for (let i = 0; i < crowd.length; i += 10)
        await Promise.all(crowd.slice(i, i + 10).map((person) => t.join(person)));
      const last = await t.joined();
      const answer = await last.person.get('/online');
      assert.ok(answer.json.count > limits.onlineListed, `${answer.json.count} counted`);
      assert.equal(answer.json.users.length, limits.onlineListed);
      assert.equal(await online(last.person, first.person.user), 1, 'the one longest online is missing');
      assert.equal(await online(last.person, last.person.user), 0, 'the last to come is listed before others');
    },
    alone,
  ),
];
