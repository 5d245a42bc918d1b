import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Acks } from '../crowd/acks.js';
import { Ledger } from '../crowd/ledger.js';
import { runForLeaks } from '../crowd/overload.js';
import { faults } from '../crowd/planted.js';
import { ProcessorWatch } from '../crowd/processorWatch.js';
import { saveReport } from '../crowd/saveReport.js';
import { byAttack, flatness, soakVerdicts } from '../crowd/soak.js';
import { ackBound, sufferings } from '../crowd/verdict.js';
import { MB } from '../suite/memory.js';

const message = (/** @type {number} */ id, clientId = `c${id}`) => ({ id, clientId });

/** A ledger of two receivers who joined at 4. @param {number[]} ann @param {number[]} bob ids in the order of their deliveries */
function ledgerOf(ann, bob) {
  const ledger = new Ledger();
  for (const name of ['ann', 'bob']) ledger.join(name, 4);
  for (const id of ann) ledger.deliver('ann', message(id));
  for (const id of bob) ledger.deliver('bob', message(id));
  return ledger;
}

test('deliveries that came to all, once and in order, are fine', () => {
  const ledger = ledgerOf([5, 6, 7], [5, 6, 7]);
  ledger.acknowledge(message(6));
  assert.deepEqual([ledger.lostUpTo(7), ledger.duplicated, ledger.outOfOrder, ledger.changed], [0, 0, 0, 0]);
  assert.equal(ledger.messages.size, 0, 'nothing is kept of what all have seen');
});

test('a lost delivery is found in the middle and at the end', () => {
  assert.equal(ledgerOf([5, 6, 7], [5, 7]).lostUpTo(7), 1);
  assert.equal(ledgerOf([5, 6, 7], [5]).lostUpTo(7), 2);
  assert.equal(ledgerOf([5], [5]).lostUpTo(6), 2, 'what came to nobody is known by the store');
});

test('what is still on its way beyond the id that was asked for is not lost', () => {
  assert.equal(ledgerOf([5, 6, 7], [5, 6]).lostUpTo(6), 0);
});

test('a delivery that comes twice, and one that comes late, are told apart', () => {
  const { duplicated, outOfOrder } = ledgerOf([5, 6, 6], [6, 5]);
  assert.deepEqual([duplicated, outOfOrder], [1, 1]);
});

test('a delivery that is not what was acknowledged under its id is found', () => {
  const ledger = ledgerOf([5], []);
  ledger.acknowledge(message(5, 'another'));
  assert.equal(ledger.changed, 1);
});

test('what was told as lost is not told again', () => {
  const ledger = ledgerOf([5, 6, 7], [5]);
  ledger.forgive(7);
  assert.equal(ledger.lostUpTo(7), 0);
  ledger.deliver('bob', message(8));
  assert.equal(ledger.lostUpTo(8), 1);
});

test('percentiles are of what was measured, and the slowest knows its way', () => {
  const acks = new Acks();
  for (let ms = 1; ms <= 200; ms++) acks.add(ms, ms === 200 ? 'POST' : 'socket', ms === 200 ? 150 : 0);
  const { took, ...summary } = acks.summary();
  assert.equal(took.length, 200);
  const own = { ms: 199, way: 'socket', keptWaitingMs: 0 };
  assert.deepEqual(summary, { count: 200, p50: 100, p99: 198, max: 200, slowestWay: 'POST', own });
});

/** @param {number} at @param {Record<string, [ran: number, waited: number]>} threads */
const sample = (at, threads) => ({
  at,
  threads: new Map(Object.entries(threads).map(([name, [ran, waited]]) => [name, { ran, waited }])),
});

test('a server is kept waiting by others for as long as its thread waited, less what its own other threads ran meanwhile', () => {
  const watch = new ProcessorWatch([]);
  watch.add(sample(0, { loop: [0, 5000], hash: [0, 0] }));
  watch.add(sample(100, { loop: [10, 6000], hash: [10, 0] }));
  watch.add(sample(900, { loop: [20, 6700], hash: [210, 3] }));
  watch.add(sample(2000, { loop: [20, 9000], hash: [210, 3] }));
  assert.equal(watch.keptWaiting(50, 1000), 700 - 200, 'within the time asked for');
  assert.equal(watch.keptWaiting(150, 950), 0, 'one sample tells nothing');
  assert.equal(watch.keptWaiting(5000, 6000), 0);
});

test('the threads of a process are found, with how long they have run', () => {
  const watch = new ProcessorWatch([process.pid]);
  const { threads } = watch.latest();
  watch.end();
  assert.ok(threads.size > 1);
  assert.ok((threads.get(`/proc/${process.pid}/task/${process.pid}`)?.ran ?? 0) > 1);
});

/** @param {number} max ms @param {string} slowestWay @param {number} [keptWaitingMs] */
const acksOf = (max, slowestWay, keptWaitingMs = 0) => ({
  ...{ count: 9, p50: 5, p99: 20, max, took: [], slowestWay },
  own: { ms: max - keptWaitingMs, way: slowestWay, keptWaitingMs },
});

/** @param {object} [change] @returns {import('../crowd/crowd.js').Phase} */
const phase = (change) => ({
  acks: acksOf(30, 'socket'),
  looks: acksOf(40, 'GET /'),
  lagMs: 2,
  controlMs: 1,
  machineRefused: 0,
  ...{ lost: 0, duplicated: 0, outOfOrder: 0, seconds: 3, complaints: [] },
  memory: { before: 90 * MB, peak: 100 * MB, after: 91 * MB, buffered: 0 },
  ...change,
});
const limits = { ackMs: 1000, strict: true, peakMB: 64, bufferedMB: 8 };

test('a crowd that was left in peace has nothing to say', () => {
  assert.deepEqual(sufferings(phase(), limits), []);
});

/** @type {Record<string, [object, RegExp]>} */
const wrong = {
  'a late ack': [{ acks: acksOf(1001, 'POST') }, /1001 ms \(POST\), at most/],
  'an ack that is late even without what others took': [
    { acks: acksOf(2500, 'socket', 1400) },
    /1100 ms \(socket\) beside 1400 ms in which others/,
  ],
  'a page that comes late': [{ looks: acksOf(1002, 'GET /') }, /a look took 1002 ms \(GET \/\), at most/],
  'no ack at all': [{ acks: { ...acksOf(0, ''), count: 0 } }, /nothing was acknowledged/],
  'a lost delivery': [{ lost: 1 }, /1 deliveries were lost/],
  'a delivery that came twice': [{ duplicated: 1 }, /twice/],
  'a delivery out of order': [{ outOfOrder: 1 }, /out of order/],
  'memory that peaks': [{ memory: { before: 0, peak: 65 * MB, after: 0, buffered: 0 } }, /grew by 65 MB/],
  'what waits for clients': [
    { memory: { before: 0, peak: 0, after: 0, buffered: 9 * MB } },
    /9 MB waited for clients, at most 8 MB/,
  ],
  'a wrong list': [{ complaints: ['GET /online: lists 49 of the 50'] }, /lists 49/],
};
for (const [name, [change, said]] of Object.entries(wrong)) {
  test(`the crowd complains of ${name}`, () => {
    const found = sufferings(phase(change), limits);
    assert.equal(found.length, 1);
    assert.match(found[0], said);
  });
}

test('what each of three runs leaves is a leak, also beside garbage, and what stays once is none', async () => {
  /** Each run begins with what the one before left. @param {[growsMB: number, ...wrong: string[]][]} list */
  const runs = async (...list) => {
    let now = 500;
    const { phases, wrong, leaks } = await runForLeaks(async (run, restGrowth) => {
      assert.equal(now + restGrowth / MB, 500 + run * 32, 'it is waited for what it may be');
      const before = now;
      const [growsMB, ...wrong] = list[run - 1];
      now += growsMB;
      return { phase: phase({ memory: { before: before * MB, peak: 0, after: now * MB, buffered: 0 } }), wrong };
    }, 32);
    return [phases.length, leaks, ...wrong];
  };
  const said = 'memory was still 33 MB larger afterwards, at most 32 MB are due';
  const leak = 'memory was still 99 MB larger after 3 runs, at most 96 MB are due';
  assert.deepEqual(await runs([32]), [1, false]);
  assert.deepEqual(await runs([33], [31]), [2, false]);
  assert.deepEqual(await runs([90], [4], [2]), [3, false]);
  assert.deepEqual(await runs([33], [33], [33]), [3, true, leak]);
  assert.deepEqual(await runs([73], [-7], [33]), [3, true, leak], 'of which 40 MB were collected in the second run');
  assert.deepEqual(await runs([33], [-33, '2 deliveries were lost']), [2, false, '2 deliveries were lost']);
  assert.deepEqual(await runs([33, '1 delivery was lost']), [1, false, '1 delivery was lost', said]);
});

test('an ack may take as much longer as the quiet server and the crowd itself are slow, but not where the bound is strict', () => {
  const quiet = phase({ acks: { ...acksOf(200, 'socket'), p99: 200 } });
  assert.equal(ackBound(quiet, false), 4000);
  assert.equal(ackBound(phase(), false), 3000);
  assert.equal(ackBound(quiet, true), 1000);
  const slow = phase({ acks: acksOf(1500, 'socket'), lagMs: 600 });
  assert.deepEqual(sufferings(slow, { ...limits, strict: false }), []);
  assert.equal(sufferings(slow, limits).length, 1);
});

test('an ack that is late because others had the processor is not the server’s fault', () => {
  assert.deepEqual(sufferings(phase({ acks: acksOf(2500, 'socket', 1600) }), limits), []);
});

test('a soak shows each attack once: its worst acks, and memory as it mostly was', () => {
  const entry = /** @type {any} */ ({ topic: 'logins', name: 'a flood' });
  const run = (/** @type {number} */ max, /** @type {number} */ after) => {
    const acks = { ...acksOf(max, 'POST'), took: [1, max] };
    return /** @type {any} */ ({
      entry,
      phases: [phase({ acks, lost: 1, memory: { before: 7, peak: after * 2, after, buffered: 0 } })],
    });
  };
  const [row, ...others] = byAttack([run(30, 5), run(900, 9), run(40, 6)]);
  assert.deepEqual([row.name, others.length], ['logins: a flood (3 times)', 0]);
  const { acks, lost, memory } = row.phase;
  assert.deepEqual([acks.count, acks.max, acks.own.ms, lost], [6, 900, 900, 3]);
  assert.deepEqual(memory, { before: 7, peak: 18, after: 6, buffered: 0 });
});

test('a report can be repeated: command, commit, machine and date stand under its table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chat-report-'));
  const file = join(folder, 'report.md');
  const args = ['http://127.0.0.1:1', '--pid', '77', '--long', '--save', file];
  saveReport(file, args, 'Node.js chat', { rows: [{ name: 'a flood', phase: phase() }], said: ['1 passed, 0 failed'] });
  const text = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  assert.match(text, /^### Node\.js chat\n\n\| beside \| ack p50 /);
  assert.match(text, /\| a flood \| 5 \| 20 \| 30 \| 30 \| 40 \| 1 \| 0 \| 90 \| 100 \| 91 \| 0\.0 \|\n/);
  assert.match(
    text,
    /\n- 1 passed, 0 failed\n\n`contract\/overload http:\/\/127\.0\.0\.1:1 --pid PID --long`; commit .*logical cores/,
  );
});

test('memory is flat where it ends as it was once warm, whatever the warm-up took', () => {
  const flat = [10, 90, ...Array.from({ length: 30 }, (_, i) => 100 + (i % 5))];
  assert.equal(flatness(flat.map((mb) => mb * MB)).held, true);
  const leaking = Array.from({ length: 32 }, (_, i) => 100 + i * 3);
  assert.equal(flatness(leaking.map((mb) => mb * MB)).held, false);
});

test('a soak holds only where nothing was lost and nobody was disturbed', () => {
  const outcome = (/** @type {'passed' | 'failed'} */ said, lost = 0) =>
    /** @type {any} */ ({ phases: [phase({ lost })], result: { name: 'a', outcome: said, ms: 1 } });
  const held = (/** @type {any[]} */ outcomes, ranMinutes = 60) =>
    soakVerdicts(outcomes, { ranMinutes, minutes: 60 }).map((each) => each.held);
  assert.deepEqual(held([outcome('passed'), outcome('passed')]), [true, true, true, true]);
  assert.deepEqual(held([outcome('passed')], 4), [true, true, false, true], 'one that was ended early');
  assert.deepEqual(held([outcome('passed'), outcome('failed', 2)]), [false, false, true, true]);
  assert.equal(held([])[0], false, 'no attack is no soak');
});

for (const [name, comes] of /** @type {const} */ ([
  ['a delivery that is dropped', 0],
  ['a delivery that comes twice', 2],
])) {
  test(`${name} is planted at one of the crowd, never in a second tab, where nobody would notice`, () => {
    const memory = { armed: true };
    const links = new Set();
    const [member, tab] = [1, 2].map(() => /** @type {any} */ ({ links, memory }));
    links.add(member).add(tab);
    const event = /** @type {any} */ ({ name: 'messages', payload: { messages: [] } });
    const { toClient } = faults[name].break;
    assert.equal(toClient?.(event, tab), undefined);
    assert.equal(toClient?.(event, member)?.length, comes);
    assert.equal(toClient?.(event, member), undefined, 'once');
  });
}
