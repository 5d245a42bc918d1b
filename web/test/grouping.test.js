import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startsDay, startsGroup } from '../chat/grouping.js';
import { dayName } from '../view/times.js';

const said = (author, minute) => ({ user: { id: author }, at: new Date(2026, 0, 31, 12, minute).toISOString() });

test('one user’s messages within five minutes are one group', () => {
  assert.equal(startsGroup(undefined, said('ann', 0)), true);
  assert.equal(startsGroup(said('ann', 0), said('ann', 4)), false);
  assert.equal(startsGroup(said('ann', 0), said('ann', 6)), true);
  assert.equal(startsGroup(said('bob', 0), said('ann', 0)), true);
});

test('a new day starts a group and has a line', () => {
  const late = { user: { id: 'ann' }, at: new Date(2026, 0, 30, 23, 59).toISOString() };
  const early = { user: { id: 'ann' }, at: new Date(2026, 0, 31, 0, 1).toISOString() };
  assert.equal(startsDay(late, early), true);
  assert.equal(startsGroup(late, early), true);
  assert.equal(startsDay(early, said('ann', 0)), false);
});

test('a day is named Today, Yesterday or by its date', () => {
  const now = new Date(2026, 2, 1, 0, 5);
  assert.equal(dayName(new Date(2026, 2, 1, 0, 1).toISOString(), now), 'Today');
  assert.equal(dayName(new Date(2026, 1, 28, 23, 59).toISOString(), now), 'Yesterday');
  assert.match(dayName(new Date(2026, 1, 20).toISOString(), now), /20/);
  assert.match(dayName(new Date(2024, 1, 20).toISOString(), now), /2024/);
});
