import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { eventually, pause } from '../suite/expect.js';
import { joining, leaving, names, online, presence } from '../suite/whoIsOnline.js';

const calm = /** @type {const} */ ({ company: 'calm', needs: 'presence' });

export const checks = [
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
];
