import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineVerdicts, thresholdVerdicts } from '../../chat/thresholds.js';
import { resultTable, verdictLines } from '../../chat/resultTable.js';
import { failedVerdicts } from '../../runRecord/verdict.js';
import { record } from '../record.js';
import { audit } from '../../ledger/audit.js';
import { cleanRun, finished } from '../ledger/cleanRun.js';

const plan = { users: 3, rate: 1, seconds: 20 / 3, messages: 21 };

function audited(spoil = () => {}) {
  const { ledger, store } = cleanRun({ messages: 21, receivers: 3 });
  spoil(ledger);
  return [audit(finished(ledger), store)];
}

/**
 * @param {any[]} audits
 * @param {{users: number, messages: number}} plan
 * @param {object} thresholds
 */
const brokenThresholds = ([audit], { users, messages }, thresholds) =>
  failedVerdicts({
    verdicts: thresholdVerdicts({ audit, errorPercent: 0, users, messages }, thresholds),
  }).map(({ name, value, most }) => `${name}: ${value}, at most ${most}`);

const strict = { lost: 0, duplicated: 0, outOfOrder: 0, errors: 0, missingUsers: 0, unsent: 0 };

test('a clean run breaks no threshold', () => {
  assert.deepEqual(brokenThresholds(audited(), plan, strict), []);
});

test('one lost delivery breaks the run, and the line says where and how many', () => {
  const audits = audited((ledger) => ledger.receivers.get('user 1').pushed.pop());
  assert.deepEqual(brokenThresholds(audits, plan, strict), ['lost deliveries: 1, at most 0']);
});

test('users who never came and messages never sent break the run: silence is no success', () => {
  const broken = brokenThresholds(audited(), { users: 5, rate: 1, seconds: 20, messages: 100 }, strict);
  assert.deepEqual(broken, ['users that did not join: 2, at most 0', 'unsent by the load client: 79, at most 0']);
});

test('an error of any code counts', () => {
  const audits = audited((ledger) => ledger.error('ack_timeout'));
  assert.deepEqual(brokenThresholds(audits, plan, strict), ['errors: 1, at most 0']);
});

test('a store that could not be read breaks the run', () => {
  const [unread] = audited();
  const broken = brokenThresholds([{ ...unread, stored: null }], plan, strict);
  assert.deepEqual(broken, ['store unread: 1, at most 0']);
});

test('a misspelt threshold cannot pass', () => {
  assert.throws(() => brokenThresholds(audited(), plan, { loost: 0 }), /loost.*there are .*lost/);
});

test('a percentile of nothing is not kept, it was not measured', () => {
  const { ledger, store } = cleanRun({ messages: 0, receivers: 3 });
  const broken = brokenThresholds([audit(finished(ledger), store)], plan, { ackP95: 100, deliveryP95: 100 });
  assert.deepEqual(broken, ['ack p95, ms: null, at most 100', 'delivery p95, ms: null, at most 100']);
});

test('the table has a column a target and names each error', () => {
  const [node] = audited((ledger) => ledger.error('ack_timeout'));
  const table = resultTable(
    [
      { ...node, target: 'node' },
      { ...node, target: 'laravel', errors: {} },
    ],
    plan,
  );
  assert.match(table, /node +laravel/);
  assert.match(table, /error ack_timeout +1 +0/);
  assert.match(table, /delivered +63 +63/);
});

test('the table says what this client sent late or not at all, and that it is the client’s', () => {
  const table = resultTable(audited(), { users: 3, rate: 1, seconds: 20, messages: 60 });
  assert.match(table, /planned +60\n +sent +21\n/);
  assert.match(table, /late p95 +1\.0 ms\n +unsent +39\n/);
  assert.match(table, /unsent: planned messages that the load client never sent/);
});

test('an audit’s count whose threshold is left out may be 0 at most', () => {
  const audits = audited((ledger) => ledger.receivers.get('user 1').pushed.pop());
  assert.deepEqual(brokenThresholds(audits, plan, { errors: 0 }), ['lost deliveries: 1, at most 0']);
  assert.deepEqual(brokenThresholds(audits, plan, { lost: 1 }), []);
});

test('what Artillery itself counted as an error breaks the run, and no target of several', () => {
  const engine = engineVerdicts({ 'errors.ECONNREFUSED': 3, 'vusers.created': 10 });
  assert.deepEqual(engine, [{ name: "Artillery's ECONNREFUSED", value: 3, most: 0, passed: false }]);
  assert.deepEqual(engineVerdicts({ 'vusers.created': 10 }), []);
  const lines = verdictLines([record({}), record({ target: 'laravel' })], 'x', engine);
  assert.deepEqual(lines.slice(0, 4), [
    '',
    '✓ node      passed',
    '✓ laravel   passed',
    "✕ Artillery's ECONNREFUSED: 3, on any target",
  ]);
});

test('below the table stand the verdicts of the report, in its words, and how to make it', () => {
  const lines = verdictLines([record({ bound: true }), record({ target: 'laravel' })], 'load/results/x');
  assert.deepEqual(lines.slice(0, 3), [
    '',
    '! node      passed, but the load client set the figures (CPU)',
    '✓ laravel   passed',
  ]);
  assert.deepEqual(lines.slice(-2), [
    'Results: load/results/x',
    'As a page: load/report load/results/x --html load/results/x/report.html',
  ]);
  assert.match(verdictLines([record({ lost: 3 })], 'x').join('\n'), /^✕ node +error %: 1\.5\d?, lost deliveries: 3$/m);
});
