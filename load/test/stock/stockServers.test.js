import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { objectiveLines, stockNames } from '../../benches/besideStock.js';
import { outcomeOf } from '../../benches/equalObjective.js';
import { runFanout } from '../../benches/fanout.js';
import { objectiveTable } from '../../reports/objectiveTable.js';
import { STOCK } from '../../stock/stockServers.js';

const sessions = Array.from({ length: 4 }, (_, number) => ({ name: `user ${number}`, cookie: '' }));

const MODULE = process.env.CHAT_LOAD_NCHAN ?? '/usr/lib/nginx/modules/ngx_nchan_module.so';
const NO_NCHAN = fs.existsSync(MODULE) ? false : 'nginx has no nchan here: load/stock/install';

for (const [name, skip] of /** @type {const} */ ([
  ['socketio', false],
  ['nchan', NO_NCHAN],
])) {
  // prettier-ignore
  test(`${name} is measured as a chat is: every message at every receiver`, { skip }, async (t) => {
    const { start, ordered } = STOCK[name];
    const server = await start();
    t.after(() => server.stop());
    const run = await runFanout({ ...server, sessions, rate: 100, seconds: 0.1, settleMs: 0 });
    const { sent, acked, expected, delivered, faults, errors, ack, delivery } = run.audit;
    assert.deepEqual([run.receivers, sent, acked, expected, delivered, errors], [4, 10, 10, 40, 40, {}]);
    assert.deepEqual(
      faults.filter(({ kind }) => ordered || kind !== 'out of order'),
      [],
    );
    assert.deepEqual([ack.count, delivery.count, run.ends], [10, 40, []]);
    await server.stop();
    assert.throws(() => process.kill(server.pids[0], 0), /ESRCH/);
  });
}

/** @param {object} [audit] @param {boolean} [bound] */
const run = (audit, bound = false) =>
  /** @type {any} */ ({
    audit: {
      ...{ lost: 0, duplicated: 0, outOfOrder: 0, altered: 0, errors: {}, sent: 9, acked: 9 },
      ...{ delivery: { count: 9, p95: 80 }, ...audit },
    },
    ...{ notJoined: 0, ends: [], client: { bound } },
  });

test('a rate is borne where 95 of 100 deliveries come within 100 ms and nothing is lost', () => {
  assert.equal(outcomeOf(run(), true), 'passed');
  const late = { delivery: { count: 9, p95: 101 } };
  assert.equal(outcomeOf(run(late), true), 'failed');
  assert.equal(outcomeOf(run(late, true), true), 'full', 'nobody knows whose fault it is');
  assert.equal(outcomeOf(run({ lost: 1 }), true), 'failed');
  assert.equal(outcomeOf(run({ acked: 8 }), true), 'failed');
  assert.equal(outcomeOf({ ...run(), notJoined: 1 }, true), 'failed');
  assert.equal(outcomeOf(run({ delivery: { count: 0, p95: 0 } }), true), 'failed', 'nothing came');
  const swapped = run({ outOfOrder: 1 });
  assert.deepEqual([outcomeOf(swapped, true), outcomeOf(swapped, false)], ['failed', 'passed']);
});

test('what is no stock server is refused before anything is measured', () => {
  assert.deepEqual(stockNames(undefined), []);
  assert.deepEqual(stockNames('nchan,socketio'), ['nchan', 'socketio']);
  assert.throws(() => stockNames('ejabberd'), /--stock ejabberd: socketio or nchan belongs there/);
  assert.throws(() => stockNames('constructor'), /belongs there/);
});

const at = (/** @type {number | null} */ rate, clientLimited = false) => ({
  ...{ rate, least: rate, greatest: null, clientLimited, from: 50, cpuMicroseconds: rate === null ? null : 2.5 },
  otherCores: rate === 500 ? 1.3 : 0,
  deliveriesPerSecond: rate === null ? null : rate * 100,
});
const objective = {
  ...{ names: ['a', 'b'], p95Ms: 100, receivers: 100, ours: at(4000, true) },
  stock: [
    { title: 'A', does: 'a', at: at(500), ratio: 8, cpuRatio: 3 },
    { title: 'B', does: 'b', at: at(null), ratio: null, cpuRatio: null },
  ],
};

test('each is shown at the objective, with its ratios, and as a bound where the client was full', () => {
  const [ours, theirs, ratios, none, others, ...rest] = objectiveLines(objective);
  assert.match(
    ours,
    /p95 <= 100 ms +at least 4 000 messages\/s, 400 000 deliveries\/s, 2\.5 us of CPU a delivery at 50\/s/,
  );
  assert.match(theirs, /500 messages\/s, 50 000 deliveries\/s, 2\.5 us of CPU .*: A \(a\)/);
  assert.match(ratios, /this chat at least 8\.0 times its deliveries\/s, 3\.0 times this chat’s CPU a delivery/);
  assert.match(none, /no rate that was tried: B/);
  assert.match(others, /other work kept 1\.3 cores busy/);
  assert.deepEqual(rest, []);
});

test('docs/results.md has them in a table of their own', () => {
  const text = objectiveTable([{ target: 'node', objective }]);
  assert.match(text, /\| node \| at least 4 000 \| 400 000 \| 2\.5 \| *\| *\| 0\.0 \|/);
  assert.match(text, /\| A: a \| 500 \| 50 000 \| 2\.5 \| at least 8\.0 times \| 3\.0 times \| 1\.3 \|/);
  assert.match(text, /\| B: b \| none that was tried \|/);
});
