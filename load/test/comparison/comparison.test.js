import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRuns } from '../../comparison/compareRuns.js';
import { comparisonText } from '../../comparison/comparisonText.js';
import { difference } from '../../comparison/difference.js';
import { holm } from '../../comparison/holm.js';
import { blocksOf, interleaved } from '../../comparison/turns.js';
import { hasLostASide } from '../../comparison/runInTurns.js';
import { ranksOf } from '../../comparison/ranks.js';
import { differences } from '../../comparison/sameWork.js';
import { seededRandom } from '../../comparison/seededRandom.js';
import { record } from '../htmlReport/record.js';

const OPTIONS = { least: 5 };

const RUN = record();

/** @param {() => number} random @returns {number} of the standard normal distribution (Box and Muller) */
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * Sixteen runs of each, in turns or one after the other, as a noisy machine gives them: every run by a tenth off, one in fifty twice
 * as slow, and what the machine does over an hour on top.
 * @param {number} seed @param {{slowdown: number, inTurns: boolean}} plan slowdown of B: 1 is none
 */
function experiment(seed, { slowdown, inTurns }) {
  const random = seededRandom(seed);
  const order = inTurns ? interleaved(16) : Array.from({ length: 32 }, (_, place) => (place < 16 ? 'a' : 'b'));
  const runs = order.map((side, place) => {
    const drift = inTurns ? 1 + 0.3 * Math.sin(place / 5) : 1;
    const bad = random() < 0.02 ? 2 : 1;
    const ackMs = 5 * (side === 'b' ? slowdown : 1) * drift * bad * Math.exp(0.08 * normal(random));
    const startedAt = new Date(Date.UTC(2026, 0, 1, 12, place)).toISOString();
    const latencies = { ...RUN.latencies, ack: { ...RUN.latencies.ack, p95: ackMs } };
    const server = { cpuCores: 0.2 * Math.exp(0.05 * normal(random)), rssMb: 90, pssMb: 80 };
    return { side, run: { ...RUN, startedAt, latencies, server: { ...RUN.server, parts: { server } } } };
  });
  const of = (/** @type {string} */ side) => runs.filter((one) => one.side === side).map(({ run }) => run);
  // One after the other is looked at by one metric: each costs CI its time.
  return compareRuns(of('a'), of('b'), { ...OPTIONS, ...(!inTurns && { metrics: ['ackP95'] }) });
}

for (const inTurns of [true, false]) {
  const how = inTurns ? 'in turns on a machine that drifts' : 'one after the other';
  const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);
  test(`of 20 pairs of the same code at least 19 show no clear difference, ${how}`, () => {
    const calm = seeds.filter((seed) =>
      experiment(seed, { slowdown: 1, inTurns }).rows.every(({ says }) => says === 'no clear difference'),
    );
    assert.ok(calm.length >= 19, `${calm.length} of 20`);
  });
  test(`a planted slowdown of 20 % is found in at least 18 of 20, ${how}`, () => {
    const found = seeds.filter((seed) => {
      const { rows, worse } = experiment(seed + 100, { slowdown: 1.2, inTurns });
      return worse && rows.some(({ metric, says }) => metric === 'ackP95' && says === 'worse');
    });
    assert.ok(found.length >= 18, `${found.length} of 20`);
  });
}

test('a difference has its size, an interval around it, a p and an effect', () => {
  const a = [10, 11, 12, 13, 14, 15, 16, 17];
  const apart = difference([{ a, b: a.map((value) => value * 2) }]);
  assert.ok(Math.abs(apart.size - 1) < 0.1 && apart.least < 1 && apart.greatest > 1, JSON.stringify(apart));
  assert.ok(apart.p < 0.002 && apart.effect === 1);
  const same = difference([{ a, b: a }]);
  assert.deepEqual([same.size, same.p > 0.9, same.effect], [0, true, 0]);
});

test('what the machine did between blocks falls out', () => {
  const speeds = [1, 3, 1.5, 6, 2, 4, 1, 5];
  const blocks = speeds.map((speed) => ({ a: [speed, speed * 1.02], b: [speed * 1.1, speed * 1.12] }));
  const inBlocks = difference(blocks);
  assert.ok(inBlocks.p < 0.001 && inBlocks.least > 0.05 && inBlocks.greatest < 0.15, JSON.stringify(inBlocks));
  const pooled = difference([{ a: blocks.flatMap(({ a }) => a), b: blocks.flatMap(({ b }) => b) }]);
  assert.ok(pooled.p > 0.2, String(pooled.p));
});

test('what may be zero is compared by differences, not by ratios', () => {
  const { size, relative } = difference([{ a: [0, 0, 0, 0, 0], b: [2, 2, 2, 2, 2] }]);
  assert.deepEqual([size, relative], [2, false]);
});

test('equal values share their rank, and Holm multiplies the least p by the number of tests', () => {
  assert.deepEqual(ranksOf([3, 1, 3, 2]), [3.5, 1, 3.5, 2]);
  assert.deepEqual(holm([0.01, 0.04, 0.5]), [0.03, 0.08, 0.5]);
});

test('runs take turns as ABBA, and are known by it', () => {
  assert.equal(interleaved(4).join(''), 'abbaabba');
  const at = (/** @type {number} */ repetition) => record({ repetition });
  const [a, b] = [
    [at(1), at(4)],
    [at(2), at(3)],
  ];
  assert.deepEqual(blocksOf(a, b), [{ a, b }]);
  assert.equal(blocksOf([...a, at(6)], [...b, at(5)]).length, 2);
  const [first, then] = [[at(1), at(2)], [at(3), at(4)]]; // prettier-ignore
  assert.deepEqual(blocksOf([...first, ...then], [at(5), at(6), at(7), at(8)]).length, 1);
});

const many = (/** @type {Parameters<typeof record>[0]} */ run, runs = 10) =>
  Array.from({ length: runs }, (_, place) => record({ ...run, repetition: place + 1, ackMs: 5 + place / 10 }));

test('a run that lost a message is worse where the other side lost none, however fast it was', () => {
  const { worse, notes, rows } = compareRuns(many({}), [...many({}, 9), record({ lost: 1 })], OPTIONS);
  assert.equal(worse, true);
  assert.match(notes[0], /0 of 10 runs of A and 1 of 10 of B failed \(error %, lost deliveries\)/);
  assert.ok(rows.every(({ says }) => says !== 'worse'));
  assert.equal(compareRuns(many({ lost: 1 }), many({ lost: 1 }), OPTIONS).worse, false);
});

test('what the client set is left out, and too few runs say nothing', () => {
  const { rows, notes } = compareRuns([...many({}, 3), ...many({ bound: true }, 7)], many({}), OPTIONS);
  assert.ok(rows.every(({ says, a }) => says === 'too few runs' && a.length === 3));
  const said = (/** @type {number} */ runs) => {
    const slow = many({}, runs).map((run) => ({ ...run, latencies: { ...run.latencies, ack: { ...run.latencies.ack, p95: 900 } } })); // prettier-ignore
    for (const run of slow) run.startedAt = run.startedAt.replace('T12', 'T13');
    return compareRuns(many({}, runs), slow, OPTIONS).rows[0].says;
  };
  assert.deepEqual([said(6), said(7)], ['too few runs', 'worse'], 'one after the other');
  assert.match(notes[0], /7 of 10 runs of A and 0 of 10 of B are left out/);
});

test('runs of another machine or of other work are told apart', () => {
  assert.deepEqual(differences(many({}), many({})), []);
  assert.deepEqual(differences(many({}), many({ machine: 'another', target: 'laravel' })), [
    'machine: a machine against another',
    'target: node against laravel',
  ]);
});

test('a pull request reads what is worse, by how much, and what was compared although not alike', () => {
  const slow = many({ commit: 'def' }).map((run, place) => ({ ...run, ...record({ commit: 'def', repetition: place + 1, ackMs: 10 + place / 10 }) })); // prettier-ignore
  const [a, b] = [many({}), slow];
  const text = comparisonText(compareRuns(a, b, OPTIONS), { a, b, although: ['machine: one against another'] });
  assert.match(text, /^\*\*B is worse: ack p95, ms \+\d+\.\d % at 10 users, 100 messages\/s\.\*\*/);
  assert.match(text, /> Compared although not alike: machine: one against another\./);
  assert.match(text, /\| ❌ worse \| 10 users, 100 messages\/s \| ack p95, ms \| 10\.\d \| \d+\.?\d* \| \+/);
  assert.match(text, /A: node, commit abc, 10 runs\. B: node, commit def, 10 runs\./);
});

test('a block is to be made again where the load client set the figures of all runs of a side', () => {
  const turns = ['a', 'b', 'b', 'a'].map((root) => ({ root }));
  const lost = (/** @type {boolean[]} */ ...bound) =>
    hasLostASide(
      turns,
      bound.map((one) => record({ bound: one })),
    );
  assert.deepEqual([lost(true, true, false, false), lost(false, true, true, false)], [false, true]);
});
