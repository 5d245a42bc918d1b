import assert from 'node:assert/strict';
import { test } from 'node:test';
import { People } from '../chat/people.js';

const user = (name) => ({ id: name, name });
const crowd = (names, count = names.length) => ({ count, users: names.map(user) });
const names = (people) => people.listed.map(({ name }) => name);

test('the user stands first, the others by name', () => {
  const people = new People(user('mia'));
  people.replace(crowd(['zoe', 'mia', 'Ann', 'bob']));
  assert.deepEqual(names(people), ['mia', 'Ann', 'bob', 'zoe']);
});

test('presence events change the list without a request', () => {
  const people = new People(user('me'));
  people.replace(crowd(['me', 'ann']));
  assert.equal(people.apply({ count: 2, joined: crowd(['bob']), left: crowd(['ann']) }), true);
  assert.deepEqual(names(people), ['me', 'bob']);
  assert.equal(people.unlisted, 0);
});

test('of a thousand users a hundred are listed and all counted, and newcomers need no request', () => {
  const people = new People(user('u0'));
  people.replace(
    crowd(
      Array.from({ length: 100 }, (_, i) => `u${i}`),
      1000,
    ),
  );
  assert.equal(people.unlisted, 900);
  assert.equal(people.apply({ count: 1010, joined: crowd(['x'], 10), left: crowd([]) }), true);
  assert.equal(people.unlisted, 910);
  assert.equal(people.apply({ count: 1009, joined: crowd([]), left: crowd(['u7']) }), false);
});
