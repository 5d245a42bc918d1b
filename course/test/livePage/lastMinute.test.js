import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAB_CALLS, labelOf } from '../../livePage/labCalls.js';
import { addSeen, letterOf, STATES, unwatched } from '../../livePage/lastMinute.js';
import { loopText, msText, outcomeText, workersName, workersText } from '../../livePage/page/minuteWords.js';
import { readPress } from '../../livePage/server/readPress.js';

test('a minute is kept and no more, by the clock of who looks', () => {
  const minute = unwatched();
  for (let at = 0; at <= 90_000; at += 250)
    addSeen(minute, { looks: [{ at, chats: {} }], felt: [{ target: 'node', at, ms: 1 }] });
  assert.deepEqual([minute.looks[0].at, minute.felt[0].at], [30_000, 30_000]);
  assert.equal(minute.looks.length, 241);
});

test('a mark that comes again has changed, and keeps its place', () => {
  const minute = unwatched();
  addSeen(minute, { marks: [{ number: 1, at: 5, label: 'Compute' }] });
  addSeen(minute, { marks: [{ number: 2, at: 6, label: 'Wait' }] });
  const chats = { node: { asked: 1, done: 1, failed: 0, ms: 3001, error: null } };
  addSeen(minute, { marks: [{ number: 1, at: 5, label: 'Compute', chats }] });
  assert.deepEqual(
    minute.marks.map(({ number, chats: of }) => [number, of?.node.done]),
    [
      [1, 1],
      [2, undefined],
    ],
  );
});

test('each state has a letter of its own', () => {
  for (const state of /** @type {const} */ (['idle', 'busy', 'waiting', 'away']))
    assert.equal(STATES[letterOf(state)], state);
});

/** @type {any} */
const look = { loop: 'i', workers: 'iiii', waiting: 0, unanswered: 0, lagMs: 0.4 };

test('words say what a loop and its workers do', () => {
  assert.equal(loopText(look), 'idle, lag 0.4 ms');
  assert.equal(loopText({ ...look, loop: 'b', unanswered: 9 }), 'busy, 9 wait');
  assert.equal(loopText({ ...look, loop: 'w', unanswered: 1 }), 'stands still');
  assert.equal(workersText(look), 'idle');
  assert.equal(workersText({ ...look, workers: 'bwwi', waiting: 12 }), '1 busy, 2 waiting, queue 12');
  assert.deepEqual([workersName(1), workersName(4)], ['1 worker', '4 workers']);
  assert.deepEqual([msText(1.23), msText(3012), msText(25_400)], ['1.2 ms', '3\u202f012 ms', '25 s']);
});

test('a lab call says how far it is, and how long all of it took', () => {
  const outcome = { asked: 100, done: 4, failed: 0, ms: 1000, error: null };
  assert.equal(outcomeText(outcome), '4 of 100');
  assert.equal(outcomeText({ ...outcome, done: 100, ms: 25_130 }), '25.1 s');
  assert.equal(outcomeText({ ...outcome, done: 98, failed: 2, error: 'ECONNRESET' }), '2 of 100 failed: ECONNRESET');
  assert.equal(outcomeText({ ...outcome, asked: 1, done: 0 }), 'under way');
  const [cpu] = LAB_CALLS;
  assert.equal(labelOf(cpu, { where: 'loop', ms: 3000, times: 1 }), 'Compute 3 s, loops');
  const hash = LAB_CALLS.find(({ key }) => key === 'hash') ?? cpu;
  assert.equal(labelOf(hash, { where: 'loop', ms: 1, times: 1 }), 'Hash, loops');
  assert.equal(labelOf(cpu, { where: 'worker', ms: 500, times: 100 }), 'Compute 0.5 s × 100, workers');
});

test('lab calls are made of chats that take them, within bounds, and else it is said what to change', () => {
  const lab = { where: ['loop', 'worker'], what: ['cpu'], workers: 4 };
  const minute = {
    ...unwatched(),
    chats: /** @type {any} */ ([
      { name: 'node', lab },
      { name: 'laravel', lab: null },
    ]),
  };
  const good = { key: 'cpu', where: 'loop', ms: 3000, times: 1, chats: ['node'] };
  assert.deepEqual(readPress(good, minute, 0), good);
  for (const [change, field] of [
    [{ key: 'rm' }, 'key'],
    [{ key: 'wait' }, 'chats'],
    [{ where: 'nginx' }, 'where'],
    [{ ms: 10_001 }, 'ms'],
    [{ ms: null }, 'ms'],
    [{ times: 501 }, 'times'],
    [{ times: 1.5 }, 'times'],
    [{ chats: [] }, 'chats'],
    [{ chats: ['node', 'node'] }, 'chats'],
    [{ chats: ['laravel'] }, 'chats'],
    [{ chats: [{ toString: 1 }] }, 'chats'],
  ])
    assert.throws(
      () => readPress({ ...good, .../** @type {any} */ (change) }, minute, 0),
      (/** @type {any} */ error) => error.statusCode === 422 && error.field === field,
      JSON.stringify(change),
    );
  assert.throws(() => readPress(good, minute, 2000), /2000 lab calls have no answer yet/);
});
