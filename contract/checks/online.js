import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { expectStatus, pause } from '../suite/expect.js';
import { joining, names, online, presence } from '../suite/whoIsOnline.js';

const calm = /** @type {const} */ ({ company: 'calm' });
const alone = /** @type {const} */ ({ company: 'alone' });

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
    { ...calm, needs: 'presence' },
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
    { ...alone, needs: 'welcome' },
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
