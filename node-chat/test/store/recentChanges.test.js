import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentChanges } from '../../src/store/recentChanges.js';

const user = { id: 'u', name: 'ann' };
const change = (rev, id = rev) => ({ id, user, text: `text ${rev}`, at: '', clientId: `c${id}`, rev });
const revs = (messages) => messages.map(({ rev }) => rev);

test('changes come in the order of their revisions, each message once in its newest state', () => {
  const changes = new RecentChanges(10);
  changes.remember([change(1, 7), change(2, 5), change(3, 7), change(4, 6)]);
  assert.deepEqual(revs(changes.after(0, 10)), [2, 3, 4]);
  assert.deepEqual(revs(changes.after(2, 1)), [3]);
  assert.deepEqual(changes.after(4, 10), []);
  assert.equal(changes.rev, 4);
  assert.equal(changes.find(7)?.text, 'text 3');
});

test('what is dropped has to be asked of the database', () => {
  const changes = new RecentChanges(10);
  changes.remember(Array.from({ length: 1200 }, (_, i) => change(i + 1)));
  assert.equal(changes.reachesTo(0), false);
  const floor = Array.from({ length: 1201 }, (_, rev) => rev).find((rev) => changes.reachesTo(rev));
  assert.ok(floor !== undefined && floor >= 1 && floor <= 1190, `${floor}`);
  assert.equal(changes.after(floor, Infinity).length, 1200 - floor);
  assert.equal(changes.find(1), undefined);
  assert.ok(changes.find(1200));
});

test('a message that was changed again is not forgotten with its older state', () => {
  const changes = new RecentChanges(10);
  changes.remember([change(1, 1), ...Array.from({ length: 1007 }, (_, i) => change(i + 2)), change(1009, 1)]);
  changes.remember([change(1010)]);
  assert.equal(changes.reachesTo(999), false);
  assert.equal(changes.find(1)?.rev, 1009);
});

test('a memory that was filled from the database knows whether that was all', () => {
  const few = new RecentChanges(10);
  few.load([change(3), change(5)]);
  assert.equal(few.reachesTo(0), true);
  const full = new RecentChanges(2);
  full.load([change(3), change(5)]);
  assert.equal(full.reachesTo(1), false);
  assert.equal(full.reachesTo(2), true);
  assert.equal(full.rev, 5);
});

test('a filling that would leave a gap is left out', () => {
  const changes = new RecentChanges(10);
  changes.beginAt(5);
  changes.remember(Array.from({ length: 1100 }, (_, i) => change(i + 6)));
  const floor = Array.from({ length: 1106 }, (_, rev) => rev).find((rev) => changes.reachesTo(rev));
  assert.ok(floor > 5);
  changes.fill([change(3), change(4), change(5)]);
  assert.equal(changes.reachesTo(floor - 1), false);
  assert.equal(changes.find(3), undefined);
});
