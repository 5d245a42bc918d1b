import assert from 'node:assert/strict';
import { test } from 'node:test';
import { People } from '../chat/people.js';

const user = (name) => ({ id: name, name });
const crowd = (names, count = names.length) => ({ count, users: names.map(user) });
const names = (people) => people.listed.map(({ name }) => name);

test('the user stands first, the others by name', () => {
  const people = new People(user('mia'), 100);
  people.replace(crowd(['zoe', 'mia', 'Ann', 'bob']));
  assert.deepEqual(names(people), ['mia', 'Ann', 'bob', 'zoe']);
});

test('presence events change the list without a request', () => {
  const people = new People(user('me'), 100);
  people.replace(crowd(['me', 'ann']));
  assert.equal(people.apply({ count: 2, joined: crowd(['bob']), left: crowd(['ann']) }), true);
  assert.deepEqual(names(people), ['me', 'bob']);
  assert.equal(people.unlisted, 0);
});

test('of many users as many are listed as the server lists, all are counted, and newcomers need no request', () => {
  const people = new People(user('u0'), 3);
  people.replace(crowd(['u0', 'u1', 'u2'], 1000));
  assert.equal(people.unlisted, 997);
  assert.equal(people.apply({ count: 1010, joined: crowd(['x'], 10), left: crowd([]) }), true);
  assert.equal(people.unlisted, 1007);
  assert.equal(people.apply({ count: 1009, joined: crowd([]), left: crowd(['u2']) }), false);
});
