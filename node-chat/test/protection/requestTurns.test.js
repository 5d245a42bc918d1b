import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeTurns } from '../../src/protection/requestTurns.js';

const whose = (name) => name.split?.(' ')[0];
const isGone = () => false;
const nextTurn = () => new Promise(setImmediate);

test('requests that come at once and cost much are begun a few a turn, in order, and all of them', async () => {
  let now = 0;
  const begun = [];
  const { begin } = takeTurns(
    (name) => {
      begun.push(name);
      now += 6;
    },
    { isExpensive: () => false, whose: () => 'ann', isGone, now: () => now },
  );
  for (let i = 0; i < 7; i++) begin(i);
  assert.deepEqual(begun, [0, 1], 'until 10 ms are over');
  const perTurn = [];
  while (begun.length < 7) {
    const before = begun.length;
    await nextTurn();
    perTurn.push(begun.length - before);
  }
  assert.ok(Math.max(...perTurn) <= 2, `${perTurn} a turn`);
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6]);
  await nextTurn();
  await nextTurn();
  begin('later');
  assert.equal(begun.at(-1), 'later', 'who comes alone is begun at once');
});

test('requests that cost nothing are begun as they come', () => {
  const begun = [];
  const { begin } = takeTurns((name) => begun.push(name), { isExpensive: () => true, whose, isGone, now: () => 0 });
  for (let i = 0; i < 100; i++) begin(i);
  assert.equal(begun.length, 100);
});

test('what is expensive waits behind the rest, but for one a turn', async () => {
  let now = 0;
  const begun = [];
  const { begin } = takeTurns(
    (name) => {
      begun.push(name);
      now += name.startsWith('page') ? 11 : 4;
    },
    { isExpensive: (name) => name.startsWith('page'), whose: () => 'ann', isGone, now: () => now },
  );
  for (const name of ['page 1', 'page 2', 'page 3', 'page 4', 'a', 'b', 'c', 'd']) begin(name);
  assert.deepEqual(begun, ['page 1']);
  while (begun.length < 8) await nextTurn();
  assert.deepEqual(begun, ['page 1', 'a', 'b', 'c', 'page 2', 'd', 'page 3', 'page 4']);
});

test('those who ask take turns, and who has gone meanwhile costs nothing', async () => {
  let now = 0;
  const begun = [];
  const { begin } = takeTurns(
    (name) => {
      begun.push(name);
      now += 11;
    },
    { isExpensive: () => false, whose, isGone: (name) => name.endsWith('gone'), now: () => now },
  );
  for (const name of ['bob 1', 'bob 2 gone', 'bob 3', 'bob 4', 'bob 5 gone', 'ann 1', 'ann 2', 'eve 1']) begin(name);
  for (let turn = 0; turn < 7; turn++) await nextTurn();
  assert.deepEqual(begun, ['bob 1', 'ann 1', 'eve 1', 'bob 3', 'ann 2', 'bob 4']);
});

for (const [kind, nameOf] of Object.entries({
  'calls and pages': (i) => (i % 2 ? 'page' : 'a'),
  pages: () => 'page',
})) {
  test(`while connections arrive, ${kind} take half of the time, and all of it once none do`, async () => {
    let now = 0;
    let requestsMs = 0;
    const { begin, accepted } = takeTurns(
      () => {
        now += 4;
        requestsMs += 4;
      },
      { isExpensive: (name) => name === 'page', whose: () => 'ann', isGone, now: () => now },
    );
    for (let i = 0; i < 1000; i++) begin(nameOf(i));
    let acceptingMs = 0;
    while (now < 400) {
      accepted();
      now += 0.25;
      acceptingMs += 0.25;
      await nextTurn();
    }
    assert.ok(
      requestsMs > 180 && acceptingMs > 180,
      `${requestsMs} ms for requests, ${acceptingMs} ms for connections`,
    );
    requestsMs = 0;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.ok(requestsMs > 200, `${requestsMs} ms of requests in 20 turns`);
  });
}
