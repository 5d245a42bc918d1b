import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareRuns, differences } from '../../src/compare/compareRuns.js';
import { comparisonText } from '../../src/compare/comparisonText.js';
import { sidesInTurn } from '../../src/compare/runInTurns.js';
import { verdict } from '../../src/record/verdict.js';
import { RunPrinter } from '../../src/report/runPrinter.js';
import { record } from '../helpers/madeUpRecord.js';

const COMPARE = fileURLToPath(new URL('../../src/compare/main.js', import.meta.url));

/** Makes noisy runs. @param {number} runs @param {number} ackMs @param {Parameters<typeof record>[0]} [about] */
const many = (runs, ackMs, about) =>
  Array.from({ length: runs }, (_, index) =>
    record({ repetition: index + 1, ackMs: ackMs * (1 + 0.02 * Math.sin(index * 2.4)), ...about }),
  );

test('a planted slowdown of 20 % is found, and the same code shows no clear difference', () => {
  const slow = compareRuns(many(10, 5), many(10, 6));
  const [ack] = slow.rows;
  assert.deepEqual([slow.worse, ack.metric, ack.judgement], [true, 'ackP95', 'worse']);
  assert.ok(Math.abs(Number(ack.size) - 0.2) < 0.03 && Number(ack.interval?.[0]) > 0.1, JSON.stringify(ack));
  const same = compareRuns(many(10, 5), many(10, 5));
  assert.ok(
    !same.worse && same.rows.every(({ judgement }) => judgement === 'no clear difference'),
    JSON.stringify(same.rows),
  );
  assert.equal(compareRuns(many(10, 6), many(10, 5)).rows[0].judgement, 'better');
});

test('client-bound runs are left out, and too few runs give no verdict', () => {
  const { rows, notes } = compareRuns([...many(6, 5), ...many(4, 5, { bound: true })], many(10, 50));
  assert.ok(rows.every(({ judgement, a }) => judgement === 'too few runs' && a.length === 6));
  assert.match(notes.join(), /4 runs of A, 0 of B/);
});

test('a side that lost a message is worse than one that lost none, however fast it was', () => {
  const { worse, notes } = compareRuns(many(10, 5), [...many(9, 5), record({ lost: 1 })]);
  assert.equal(worse, true);
  assert.match(notes[0], /0 of 10 runs of A and 1 of 10 of B failed \(error %, lost deliveries\)/);
  assert.equal(compareRuns(many(9, 5, { lost: 1 }), many(9, 5, { lost: 1 })).worse, false);
});

test('a run that failed by noise does not make its side worse, and many such runs do', () => {
  const slow = { ...record(), verdicts: [verdict('error %', 0.1), verdict('lost deliveries', 0)] };
  const some = (/** @type {number} */ failed) => [...many(10 - failed, 5), ...Array(failed).fill(slow)];
  assert.deepEqual([compareRuns(some(0), some(1)).worse, compareRuns(some(0), some(10)).worse], [false, true]);
});

test('if runs of both sides failed, B is worse only if clearly more of its runs did', () => {
  const some = (/** @type {number} */ failed) => [...many(16 - failed, 5), ...many(failed, 5, { lost: 1 })];
  const [few, more, all] = [some(1), some(3), some(16)];
  assert.deepEqual(
    [compareRuns(few, all).worse, compareRuns(few, more).worse, compareRuns(all, few).worse],
    [true, false, false],
  );
  assert.match(comparisonText(compareRuns(few, all), { a: few, b: all }), /\*\*B is worse by its failed runs\.\*\*/);
});

test('differences between two sides in machine and target are listed', () => {
  assert.deepEqual(differences(many(3, 5), many(3, 5)), []);
  assert.deepEqual(differences(many(3, 5), many(3, 5, { machine: 'another', target: 'laravel' })), [
    'machine: a machine, another',
    'target: node, laravel',
  ]);
});

/** Makes a record of wrk. @param {string} target @param {string} request @param {number} requestsPerSecond */
const asked = (target, request, requestsPerSecond) => {
  const { plan, ...run } = record({ target });
  const counts = { requests: 100, requestsPerSecond };
  return { ...run, kind: /** @type {const} */ ('http'), plan: { ...plan, rate: undefined, request }, counts };
};

test('comparisons and ratios keep different requests apart', () => {
  const all = (/** @type {number} */ faster) =>
    ['greet', 'fibonacci'].map((request) => asked('node', request, request === 'greet' ? 1000 * faster : 10));
  const { rows } = compareRuns(all(1), all(2));
  assert.deepEqual(
    rows.filter(({ metric }) => metric === 'requestsPerSecond').map(({ load, a, b }) => [load, a, b]),
    [
      ['http, 10 users, greet', [1000], [2000]],
      ['http, 10 users, fibonacci', [10], [10]],
    ],
  );
  /** @type {string[]} */
  const lines = [];
  const printer = new RunPrinter('http', (line) => lines.push(line));
  const unlike = asked('express', 'unlike', 500);
  printer.ratios([unlike, ...all(1), asked('express', 'greet', 500), asked('express', 'fibonacci', 40)], 'node');
  assert.match(lines[1], /^ +times express +10 users, greet +x2\.00/);
  assert.match(lines[2], /^ +times express +10 users, fibonacci +x0\.250/);
  assert.equal(lines.length, 3, 'no ratio of a load at which the first target has no run');
});

test('a workload that makes one of several requests a run cannot be compared', () => {
  const words = ['--commits', 'HEAD', 'HEAD', '--target', 'node', '--workload', 'endpoints'];
  const { status, stderr } = spawnSync(process.execPath, [COMPARE, ...words], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [2, '--workload endpoints: it makes one of its requests a run.\n']);
});

test('the text for a pull request says what is worse, and by how much', () => {
  const [a, b] = [many(10, 5), many(10, 10, { commit: 'def' })];
  const text = comparisonText(compareRuns(a, b), { a, b });
  assert.match(text, /^\*\*B is worse: ack p95, ms \+\d+\.\d % at messages, 10 users, 100\/s\.\*\*/);
  assert.match(text, /\| ❌ worse \| messages, 10 users, 100\/s \| ack p95, ms \|/);
  assert.match(text, /A: node, commit abc, 10 runs\. B: node, commit def, 10 runs\./);
});

test('two commits take turns as ABBA', () => {
  assert.equal(sidesInTurn(4).join(''), 'abbaabba');
});
