import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../../src/ledger/audit.js';
import { chatRecord } from '../../src/record/chatRecord.js';
import { failedVerdicts } from '../../src/record/verdict.js';
import { jobsOf } from '../../src/run/workloads.js';
import { cleanRun, finished, START } from '../helpers/cleanRun.js';
import { serverOf } from '../helpers/tinyChat.js';

/** @param {any} run one of cleanRun @param {string} [slo] */
function recordOf({ ledger, store }, slo) {
  const [job] = jobsOf('messages', { levels: [3], seconds: 1, repetitions: 1, slo });
  return chatRecord(serverOf(null), job, {
    startAt: START,
    ledger: finished(ledger),
    audit: audit(finished(ledger), store),
    joined: 3,
    storeUnread: null,
    broken: [],
    samples: [],
    client: { cpuCores: 0.1, boundBy: [] },
  });
}

test('a run without a bound on errors allows none, and a bound that was set decides instead', () => {
  const run = cleanRun();
  delete run.ledger.messages.get(run.clientId(1)).ackedAt;
  const failures = (/** @type {string | undefined} */ slo) =>
    failedVerdicts(recordOf(run, slo)).map(({ name, value }) => `${name}: ${value}`);
  assert.deepEqual(failures(undefined), ['error %: 5']);
  assert.deepEqual(failures('p95<=1s'), ['error %: 5']);
  assert.deepEqual(failures('errors<=1%'), ['errors<=1%: 5']);
  assert.deepEqual(failures('errors<=5%'), []);
});

test('a record has what was sent and acknowledged in each second', () => {
  const [{ sent, acknowledged, refused, ackP95 }, ...later] = recordOf(cleanRun()).series;
  assert.deepEqual([sent, acknowledged, refused, Math.round(Number(ackP95)), later], [20, 20, 0, 5, []]);
});
