import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairTurns } from '../../../src/protection/limits/fairTurns.js';

/** Tasks that end when told, and the names of those that have begun. */
function bench(atOnce) {
  const turns = new FairTurns(atOnce);
  const begun = [];
  const ends = [];
  const bring = (who, name) =>
    turns.run(who, () => {
      begun.push(name);
      return new Promise((resolve, reject) => ends.push({ resolve: () => resolve(name), reject }));
    });
  return { begun, ends, bring };
}

test('who brings one task waits for one of each who brings many', async () => {
  const { begun, ends, bring } = bench(1);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => bring('a', name));
  all.push(bring('b', 'b1'), bring('b', 'b2'), bring('c', 'c1'));
  for (let i = 0; i < all.length; i++) {
    await new Promise(setImmediate);
    ends[i].resolve();
  }
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('so many run at once, and a task that fails gives its turn on', async () => {
  const { begun, ends, bring } = bench(2);
  const all = ['a1', 'a2', 'a3'].map((name) => bring('a', name));
  assert.deepEqual(begun, ['a1', 'a2']);
  ends[0].reject(new Error('broken'));
  await assert.rejects(all[0], /broken/);
  assert.deepEqual(begun, ['a1', 'a2', 'a3']);
  ends[1].resolve();
  ends[2].resolve();
  assert.deepEqual(await Promise.all(all.slice(1)), ['a2', 'a3']);
  const later = bring('b', 'b1');
  ends[3].resolve();
  assert.equal(await later, 'b1', 'a free place is taken at once');
});
