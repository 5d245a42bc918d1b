import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { SearchTurns } from '../../../src/protection/limits/searchTurns.js';
import { contract } from '../../../src/contract.js';

/** @param {number} ms */
function work(ms) {
  const since = performance.now();
  while (performance.now() - since < ms);
}

test('many short searches in a row let others have the loop, as a long one does', async () => {
  const turns = new SearchTurns();
  let done = 0;
  const searches = Array.from({ length: 20 }, () =>
    turns.run('ann', async () => {
      work(2);
      done++;
    }),
  );
  const doneWhenOthersCame = [];
  while (done < 20) {
    await new Promise(setImmediate);
    doneWhenOthersCame.push(done);
  }
  await Promise.all(searches);
  const mostAtOnce = Math.max(...doneWhenOthersCame.map((count, i) => count - (doneWhenOthersCame[i - 1] ?? 0)));
  assert.ok(mostAtOnce <= 2, `${mostAtOnce} searches while nobody else had the loop`);
});

test('a long search rests as often as it asks to, once its slice is used up', async () => {
  const turns = new SearchTurns();
  let others = 0;
  let isDone = false;
  const count = () => ++others && !isDone && setImmediate(count);
  count();
  await turns.run('ann', async (rest) => {
    for (let step = 0; step < 10; step++) {
      work(4);
      await rest();
    }
  });
  isDone = true;
  // A turn of the loop accepts one connection.
  assert.ok(others >= 100, `others had the loop ${others} times`);
});

test('beyond a hundred who wait, who searches is told to come again', async () => {
  const turns = new SearchTurns();
  const searches = Array.from({ length: 100 }, () => turns.run('ann', async () => 'found'));
  await assert.rejects(
    turns.run('ann', async () => 'found'),
    { code: 'too_many_searches', retryAfter: 1 },
  );
  assert.equal((await Promise.all(searches)).length, 100);
  assert.equal(await turns.run('ann', async () => 'found'), 'found');
});

test('beside a hundred who wait, another finds a place for two, until two hundred wait', async () => {
  const turns = new SearchTurns();
  const search = (/** @type {string} */ who) => turns.run(who, async () => 'found');
  const searches = Array.from({ length: 100 }, () => search('ann'));
  for (let other = 0; other < 50; other++) {
    searches.push(search(`bob ${other}`), search(`bob ${other}`));
    await assert.rejects(search(`bob ${other}`), { code: 'too_many_searches' });
  }
  await assert.rejects(search('carol'), { code: 'too_many_searches' });
  assert.equal((await Promise.all(searches)).length, 200);
  assert.equal(await search('carol'), 'found');
});

test('a search whose turn comes too late is told to come again, and nothing is searched', async () => {
  let now = 0;
  const turns = new SearchTurns({ now: () => now });
  const isSearched = new EventEmitter();
  const search = (/** @type {string} */ who) => turns.run(who, () => once(isSearched, who));
  const first = search('ann');
  const inTime = search('bob');
  const late = turns.run('carol', async () => assert.fail('it was searched'));
  const begun = async (/** @type {string} */ who) => {
    while (isSearched.listenerCount(who) === 0) await new Promise(setImmediate);
  };
  await begun('ann');
  now = contract.limits.searchWaitSeconds * 1000;
  isSearched.emit('ann', 'what has begun goes on');
  assert.deepEqual(await first, ['what has begun goes on']);
  await begun('bob');
  now += 1;
  isSearched.emit('bob', 'its turn came in time');
  assert.deepEqual(await inTime, ['its turn came in time']);
  await assert.rejects(late, { code: 'too_many_searches', retryAfter: 1 });
  assert.equal(await turns.run('ann', async () => 'found'), 'found');
});

test('a search that fails keeps nobody behind it waiting', async () => {
  const turns = new SearchTurns();
  const failed = turns.run('ann', async () => Promise.reject(new Error('the store is gone')));
  const next = turns.run('ann', async () => 'found');
  await assert.rejects(failed, /the store is gone/);
  assert.equal(await next, 'found');
});

test('who searches once waits for one search of each who searches many times', async () => {
  const turns = new SearchTurns();
  const done = [];
  const bring = (who) => turns.run(who, async () => done.push(who));
  await Promise.all([bring('ann'), bring('ann'), bring('ann'), bring('bob')]);
  assert.deepEqual(done, ['ann', 'ann', 'bob', 'ann']);
});
