import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../../src/ledger/audit.js';
import { makeClientId, textOf } from '../../src/ledger/clientIds.js';
import { Latencies } from '../../src/ledger/latencies.js';
import { Ledger } from '../../src/ledger/ledger.js';
import { mergeLedgers } from '../../src/ledger/mergeLedgers.js';
import { finished, START } from '../helpers/cleanRun.js';

/** Makes the ledgers of two workers with one user each; the first user sends, and both receive. */
function twoWorkers() {
  const [one, two] = [1, 2].map(() => new Ledger('r1'));
  const clientId = makeClientId({ run: 'r1', sender: 1, number: 0, intendedAt: START });
  one.joined('first', START - 10);
  two.joined('second', START - 10);
  one.sent(clientId, START);
  one.acknowledged(clientId, 1, START + 2);
  return { one, two, message: { id: 1, clientId, text: textOf(clientId) } };
}

test('messages of one worker are due at the receivers of the other, and errors add up', () => {
  const { one, two, message } = twoWorkers();
  one.received('first', [message], START + 3);
  const missing = audit(mergeLedgers([finished(one), finished(two)]));
  assert.deepEqual(
    missing.findings.map(({ kind, receiver }) => [kind, receiver]),
    [['lost', 'second']],
  );

  two.received('second', [message], START + 9);
  for (const worker of [one, two]) worker.error('ack_timeout');
  const whole = audit(mergeLedgers([finished(one), finished(two)]));
  assert.deepEqual([whole.due, whole.delivered, whole.lostDeliveries], [2, 2, 0]);
  assert.deepEqual(whole.errors, { ack_timeout: 2 });
});

test('percentiles come from all recorded latencies, not from the workers’ percentiles', () => {
  const { one, two } = twoWorkers();
  for (let i = 0; i < 99; i++) one.delivery.record(1);
  two.delivery.record(500);
  const merged = Latencies.fromJSON(mergeLedgers([one, two].map(finished)).delivery);
  assert.equal(merged.count, 100);
  assert.equal(Math.round(merged.percentile(99)), 1);
  assert.equal(Math.round(merged.percentile(100)), 500);
});

test('if two workers saw one id at different messages, it is wrong at the message with another id', () => {
  const { one, two, message } = twoWorkers();
  const clientId = makeClientId({ run: 'r1', sender: 1, number: 1, intendedAt: START });
  const other = { id: 2, clientId, text: textOf(clientId) };
  one.sent(clientId, START);
  one.acknowledged(clientId, 2, START + 2);
  one.received('first', [message, { ...other, id: 1 }, other], START + 3);
  two.received('second', [{ ...other, id: 1 }, message, other], START + 3);
  const store = [message, other];
  for (const order of [
    [one, two],
    [two, one],
  ]) {
    const { findings, lostDeliveries } = audit(mergeLedgers(order.map(finished)), store);
    assert.deepEqual(findings.map(({ kind, receiver }) => [kind, receiver]).sort(), [
      ['wrong id', 'first'],
      ['wrong id', 'second'],
    ]);
    assert.equal(lostDeliveries, 0);
  }
});
