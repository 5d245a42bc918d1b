import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRuns, differences } from '../../src/compare/compareRuns.js';
import { comparisonText } from '../../src/compare/comparisonText.js';
import { turns } from '../../src/compare/runInTurns.js';
import { record } from '../record.js';

/** Runs as a noisy machine gives them. @param {number} runs @param {number} ackMs @param {Parameters<typeof record>[0]} [about] */
const many = (runs, ackMs, about) =>
  Array.from({ length: runs }, (_, place) =>
    record({ repetition: place + 1, ackMs: ackMs * (1 + 0.02 * Math.sin(place * 2.4)), ...about }),
  );

test('a planted slowdown of 20 % is found, and the same code shows no clear difference', () => {
  const slow = compareRuns(many(10, 5), many(10, 6));
  const [ack] = slow.rows;
  assert.deepEqual([slow.worse, ack.metric, ack.says], [true, 'ackP95', 'worse']);
  assert.ok(Math.abs(Number(ack.size) - 0.2) < 0.03 && Number(ack.interval?.[0]) > 0.1, JSON.stringify(ack));
  const same = compareRuns(many(10, 5), many(10, 5));
  assert.ok(!same.worse && same.rows.every(({ says }) => says === 'no clear difference'), JSON.stringify(same.rows));
  assert.equal(compareRuns(many(10, 6), many(10, 5)).rows[0].says, 'better');
});

test('what the client set is left out, and too few runs say nothing', () => {
  const { rows, notes } = compareRuns([...many(6, 5), ...many(4, 5, { bound: true })], many(10, 50));
  assert.ok(rows.every(({ says, a }) => says === 'too few runs' && a.length === 6));
  assert.match(notes.join(), /4 runs of A, 0 of B/);
});

test('a run that lost a message is worse where the other side lost none, however fast it was', () => {
  const { worse, notes } = compareRuns(many(10, 5), [...many(9, 5), record({ lost: 1 })]);
  assert.equal(worse, true);
  assert.match(notes[0], /0 of 10 runs of A and 1 of 10 of B failed \(error %, lost deliveries\)/);
  assert.equal(compareRuns(many(9, 5, { lost: 1 }), many(9, 5, { lost: 1 })).worse, false);
});

test('runs of another machine or of other work are told apart', () => {
  assert.deepEqual(differences(many(3, 5), many(3, 5)), []);
  assert.deepEqual(differences(many(3, 5), many(3, 5, { machine: 'another', target: 'laravel' })), [
    'machine: a machine, another',
    'target: node, laravel',
  ]);
});

test('a pull request reads what is worse, and by how much', () => {
  const [a, b] = [many(10, 5), many(10, 10, { commit: 'def' })];
  const text = comparisonText(compareRuns(a, b), { a, b });
  assert.match(text, /^\*\*B is worse: ack p95, ms \+\d+\.\d % at messages, 10 users, 100\/s\.\*\*/);
  assert.match(text, /\| ❌ worse \| messages, 10 users, 100\/s \| ack p95, ms \|/);
  assert.match(text, /A: node, commit abc, 10 runs\. B: node, commit def, 10 runs\./);
});

test('two commits take turns as ABBA', () => {
  assert.equal(turns(4).join(''), 'abbaabba');
});
