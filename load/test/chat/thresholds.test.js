import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenThresholds } from '../../chat/thresholds.js';
import { resultTable } from '../../chat/resultTable.js';
import { audit } from '../../ledger/audit.js';
import { cleanRun, finished } from '../ledger/cleanRun.js';

const plan = { users: 3, rate: 1, seconds: 20 / 3, messages: 21 };

function audited(spoil = () => {}) {
  const { ledger, store } = cleanRun({ messages: 21, receivers: 3 });
  spoil(ledger);
  return [audit(finished(ledger), store)];
}

const strict = { lost: 0, duplicated: 0, outOfOrder: 0, errors: 0, missingUsers: 0, unsent: 0 };

test('a clean run breaks no threshold', () => {
  assert.deepEqual(brokenThresholds(audited(), plan, strict), []);
});

test('one lost delivery breaks the run, and the line says where and how many', () => {
  const audits = audited((ledger) => ledger.receivers.get('user 1').pushed.pop());
  assert.deepEqual(brokenThresholds(audits, plan, strict), ['test: 1 lost, allowed are 0.']);
});

test('users who never came and messages never sent break the run: silence is no success', () => {
  const broken = brokenThresholds(audited(), { users: 5, rate: 1, seconds: 20, messages: 100 }, strict);
  assert.deepEqual(broken, [
    'test: 2 missing users, allowed are 0.',
    'test: 79 messages unsent by the load client, allowed are 0.',
  ]);
});

test('an error of any code counts', () => {
  const audits = audited((ledger) => ledger.error('ack_timeout'));
  assert.deepEqual(brokenThresholds(audits, plan, strict), ['test: 1 errors, allowed are 0.']);
});

test('a store that could not be read breaks the run', () => {
  const [unread] = audited();
  const broken = brokenThresholds([{ ...unread, stored: null }], plan, strict);
  assert.deepEqual(broken, ['test: its store could not be read, so nobody knows what it kept.']);
});

test('a misspelt threshold cannot pass', () => {
  assert.throws(() => brokenThresholds(audited(), plan, { loost: 0 }), /loost.*there are lost/);
});

test('a percentile of nothing is not kept, it was not measured', () => {
  const { ledger, store } = cleanRun({ messages: 0, receivers: 3 });
  const broken = brokenThresholds([audit(finished(ledger), store)], plan, { ackP95: 100, deliveryP95: 100 });
  assert.deepEqual(broken, ['test: no ms of ack p95 was measured.', 'test: no ms of delivery p95 was measured.']);
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
