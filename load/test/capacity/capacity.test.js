import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { capacityText, findCapacity } from '../../src/capacity/findCapacity.js';
import { outcomeAgainst, levelOutcome } from '../../src/capacity/outcome.js';
import { readSlo } from '../../src/record/slo.js';
import { ServerFailure } from '../../src/server/contractClient.js';
import { record } from '../helpers/madeUpRecord.js';
import { seededRandom } from '../helpers/seededRandom.js';

/** @import { LevelOutcome } from '../../src/capacity/findCapacity.js' */

const RUN = fileURLToPath(new URL('../../src/run/main.js', import.meta.url));
const LIMITS = { from: 10, most: 5000 };

/**
 * Simulates a server whose p95 grows like a queue's, on a noisy machine: one run in twenty is three times as slow.
 * @param {number} capacity users at which p95 is 250 ms @param {number} seed
 * @returns {(users: number) => Promise<LevelOutcome>}
 */
function simulated(capacity, seed) {
  const random = seededRandom(seed);
  // p95 = 10 / (1 - load) ms: 250 ms at a load of 0.96.
  const saturation = capacity / 0.96;
  return async (users) => {
    const noise = Math.exp(0.3 * (random() + random() + random() - 1.5)) * (random() < 0.05 ? 3 : 1);
    const p95 = users >= saturation ? Infinity : (10 / (1 - users / saturation)) * noise;
    return p95 <= 250 ? 'passed' : 'failed';
  };
}

test('fewer than 50 runs find a simulated capacity within the precision and inside the interval', async () => {
  for (const planted of [7, 63, 420, 3100]) {
    for (let seed = 1; seed <= 10; seed++) {
      const { level, least, greatest, levels } = await findCapacity(simulated(planted, seed), LIMITS);
      const told = `${planted}, seed ${seed}: ${least} ${level} ${greatest}`;
      assert.ok(least !== null && level !== null && greatest !== null && least <= level && level < greatest, told);
      assert.ok(least <= planted * 1.05 && greatest >= planted * 0.95, told);
      assert.ok(Math.abs(level - planted) <= Math.max(1, 0.15 * planted), told);
      const runs = levels.reduce((sum, { passed, failed, full }) => sum + passed + failed + full, 0);
      assert.ok(runs < 50, `${told}, ${runs} runs`);
    }
  }
});

test('if the load client is full first, the result says so and gives the level that the server passed', async () => {
  const capacity = await findCapacity(async (users) => (users <= 200 ? 'passed' : 'full'), LIMITS);
  assert.equal(capacity.isFull, true);
  assert.match(
    capacityText(capacity, (users) => `${users} users`),
    /^At least \d+ users \(5 of 5 runs passed\): at 2\d\d users \(0 of 5 .* the load client or the machine was full\.$/,
  );
});

test('a server may pass every level, or none', async () => {
  const all = await findCapacity(async () => 'passed', { ...LIMITS, most: 100 });
  assert.deepEqual([all.least, all.greatest], [100, null]);
  assert.equal(capacityText(all, String), 'At least 100 (5 of 5 runs passed): nothing above was tried.');
  const none = await findCapacity(async () => 'failed', LIMITS);
  assert.deepEqual([none.level, none.least, none.greatest], [null, null, 1]);
  assert.equal(capacityText(none, String), 'Less than 1 (0 of 5 runs passed).');
});

test('a bound is a metric, a sign, a number and a unit, and anything else is refused', () => {
  assert.deepEqual(readSlo('p95<=250ms, lost=0,errors <= 0.5 %,delivery.p99<=1s'), [
    { name: 'p95<=250ms', metric: 'ackP95', most: 250 },
    { name: 'lost=0', metric: 'lost', most: 0 },
    { name: 'errors <= 0.5 %', metric: 'errorPercent', most: 0.5 },
    { name: 'delivery.p99<=1s', metric: 'deliveryP99', most: 1000 },
  ]);
  for (const wrong of ['p96<=1ms', 'p95>=3', 'lost=2', 'lost<=1ms', 'errors<=1s', '']) {
    assert.throws(() => readSlo(wrong), /^Error: slo .*: p50, p95, p99/, wrong);
  }
});

test('a run passes if its bounds hold and neither client nor machine was full', () => {
  const slo = readSlo('p95<=20ms,lost=0');
  assert.deepEqual(outcomeAgainst(record({}), slo, 2), { outcome: 'passed', why: ['p95<=20ms: 7.6', 'lost=0: 0'] });
  assert.deepEqual(outcomeAgainst(record({ lost: 3 }), slo, 2), { outcome: 'failed', why: ['lost=0: 3'] });
  assert.match(outcomeAgainst(record({ ackMs: 15 }), slo, 2).why[0], /^p95<=20ms: 2\d/);
  assert.deepEqual(outcomeAgainst(record({ bound: true, lost: 3 }), slo, 2), { outcome: 'full', why: ['CPU'] });
  assert.equal(outcomeAgainst(record({}), slo, 0.2).outcome, 'full');
});

test('a level failed if nobody could join, and any other error ends the search', async () => {
  const failed = Promise.reject(new ServerFailure('nobody could join: refused'));
  assert.deepEqual(await levelOutcome(failed, []), { outcome: 'failed', why: ['nobody could join: refused'] });
  await assert.rejects(levelOutcome(Promise.reject(new TypeError('a mistake of ours')), []), /a mistake of ours/);
  const words = [RUN, 'capacity', '--target', 'bare-http', '--users', '1', '--most', '1'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.deepEqual([status, /is not a chat/.test(stderr)], [2, true], stderr);
});
