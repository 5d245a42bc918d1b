import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readWorkload } from '../../src/run/workloads.js';
import { readTarget, TARGET_NAMES, titleOf } from '../../src/server/targets.js';
import { inBlocks, runRemaining } from '../../src/studies/runRemaining.js';
import { studyRuns } from '../../src/studies/studyRuns.js';
import { asMarkdown } from '../../src/report/markdown.js';
import { HTTP_STUDIES, readHttpStudy } from '../../src/reference/manifests.js';
import { figureOfRuns, studyBlocks } from '../../src/report/studyBlocks.js';
import { independentOrders, ordersOf } from '../../src/report/studyOrders.js';
import { record } from '../helpers/madeUpRecord.js';
import { newFolder } from '../helpers/newFolder.js';

test('each study names existing targets, and requests of its workloads', () => {
  for (const name of HTTP_STUDIES) {
    const { tables, servers, pair, columns } = readHttpStudy(name);
    for (const target of [...Object.values(servers), ...pair]) assert.ok(TARGET_NAMES.includes(target), target);
    for (const table of tables) {
      const { requests = [] } = readWorkload(table.workload);
      assert.ok(
        requests.some((request) => request.name === table.request),
        `${name}: ${table.title}`,
      );
      for (const figures of Object.values(table.study)) assert.equal(figures.length, columns.length, table.title);
    }
    const files = studyRuns(name).runs.flatMap((run) => run.files);
    assert.equal(new Set(files).size, files.length, name);
  }
});

test('docs/results.md has runs that are alike in duration and repetitions within a table', () => {
  const { runs } = studyRuns('chat-study');
  const tables = Map.groupBy(runs, ({ job: { workload, client } }) => `${workload} ${client}`);
  assert.deepEqual(
    [...tables.keys()],
    [
      ...[
        'flood ab',
        'messages raw',
        'fanout raw',
        'capacity raw',
        'connections raw',
        'steady artillery',
        'messages artillery',
      ],
      ...['faults raw', 'faults artillery'],
    ],
  );
  for (const [table, own] of tables) {
    const loads = Map.groupBy(
      own,
      ({ target, embedded, job: { users, rate } }) => `${target} ${users} ${rate} ${embedded}`,
    );
    assert.equal(new Set([...loads.values()].map(({ length }) => length)).size, 1, table);
    assert.equal(new Set(own.map(({ job }) => `${job.seconds} ${job.warmUp} ${job.repetitions}`)).size, 1, table);
  }
  const files = runs.flatMap((run) => run.files);
  assert.equal(new Set(files).size, files.length);
  assert.equal(runs.filter(({ job }) => job.kind === 'flood').length, 90, 'ten levels of three targets');
  const { runs: quick } = studyRuns('chat-study', { quick: true, target: 'node,null-pusher', only: 'connections' });
  assert.deepEqual(
    quick.map(({ target, job, embedded }) => [target, job.users, embedded]),
    [
      ['node', 500, true],
      ['null-pusher', 500, true],
    ],
  );
});

test('a server that is not installed is left out and reported', (t) => {
  const needs = ['nchan', 'reverb'].map((name) => String(readTarget(name).needs));
  const exists = fs.existsSync;
  let isThere = true;
  t.mock.method(fs, 'existsSync', (/** @type {string} */ file) =>
    needs.some((name) => file.endsWith(name)) ? isThere : exists(file),
  );
  const isMeasured = () => studyRuns('chat-study').runs.some(({ target }) => target === 'nchan');
  assert.ok(isMeasured());
  isThere = false;
  assert.ok(!isMeasured());
  assert.deepEqual(studyRuns('chat-study', { only: 'flood' }).absent, {});
  assert.deepEqual(studyRuns('chat-study').absent, {
    'Laravel Reverb': `there is no ${needs[1]} here.`,
    'nginx with nchan': `there is no ${needs[0]} here.`,
  });
});

test('servers of several processes are left out on embedded stores and reported', () => {
  const { runs, absent } = studyRuns('chat-study', { only: 'fanout', embedded: true });
  const targets = new Set(runs.map(({ target }) => target));
  assert.deepEqual([targets.has('node'), targets.has('node-2')], [true, false]);
  assert.match(absent[titleOf('node-2')], /several processes/);
});

test('blocks run in order', () => {
  const { runs } = studyRuns('chat-study', { quick: true });
  const blocks = inBlocks(runs).map(({ block }) => block);
  assert.deepEqual(
    blocks,
    blocks.toSorted((one, other) => one - other),
  );
});

test('a run that failed has no figures, even if other code left a record of it', async (t) => {
  const folder = newFolder(t);
  fs.writeFileSync(path.join(folder, 'run.json'), JSON.stringify(record({ commit: 'another' })));
  const [run] = studyRuns('chat-study', { quick: true }).runs;
  const { records, failures } = await runRemaining([{ ...run, target: 'none', files: ['run.json'] }], folder);
  assert.deepEqual([records, failures.length], [[], 1]);
});

test('a figure leaves out the least and the greatest run if the study did so', () => {
  assert.equal(figureOfRuns([1, 10, 2, 3, 0], true), 2);
  assert.equal(figureOfRuns([1, 10, 2], false), 2);
  assert.equal(figureOfRuns([], true), null);
});

test('a ranking repeats, is the other way round, or is too close', () => {
  const row = (/** @type {string} */ target, /** @type {number} */ theirs, /** @type {number} */ ours) => ({
    target,
    runs: [],
    bound: false,
    theirs: { requestMean: theirs },
    ours: { requestMean: ours },
  });
  const text = (/** @type {number} */ spring, /** @type {number} */ express, bound = '') => {
    const rows = [row('spring', 6, spring), row('express', 4, express)];
    const orders = ordersOf(
      'requestMean',
      rows.map((one) => ({ ...one, bound: one.target === bound })),
    );
    return orders.map(({ pair, how }) => `${how}: ${pair}`).join();
  };
  assert.equal(text(6, 4), 'same: Express before Spring MVC on Tomcat');
  assert.match(text(4, 6), /^reversed/);
  assert.match(text(6, 4, 'express'), /^same/, 'it would be the better still');
  assert.match(text(6, 4, 'spring'), /^unsure/);
  assert.match(text(4, 4.1), /^close/);
  assert.match(text(4, 4.1, 'express'), /^unsure/, 'either may be the better');
  assert.equal(text(0, 4), '', 'a server that answered nothing has no place');
});

test('orders by requests of the same runs count once', () => {
  const order = (/** @type {string} */ run, /** @type {'same' | 'reversed'} */ how) => ({
    pair: 'A before B',
    how,
    run,
  });
  const same = ['first', 'first', 'second'].map((run) => order(run, 'same'));
  assert.equal(independentOrders(same).length, 2);
  assert.equal(independentOrders([order('first', 'same'), order('first', 'reversed')]).length, 2);
});

test('tables of a study show its figures beside ours', () => {
  const run = { ...record({ users: 50, target: 'express' }), kind: /** @type {const} */ ('http') };
  run.plan = { ...run.plan, workload: 'crud' };
  run.latencies.POST = { count: 10, min: 1, mean: 2.5, stdDev: 1, p50: 2, p95: 4, p99: 5, max: 7 };
  const text = asMarkdown({ blocks: studyBlocks(readHttpStudy('spring-express'), /** @type {any} */ ([run])) });
  assert.match(text, /\*\*Table 3: POST\*\*/);
  assert.match(text, /\| Express \| 1 \| 2\.50 \| 4\.33 \| 7 \| 43 \|/);
});

test('runs of two commits, of the client or of the server, never share a row of a study', () => {
  const run = { ...record({ users: 50, target: 'node' }), kind: /** @type {const} */ ('http') };
  run.plan = { ...run.plan, workload: 'crud' };
  const later = { ...run, server: { ...run.server, commit: 'another' } };
  assert.throws(
    () => studyBlocks(readHttpStudy('spring-express'), [run, later]),
    /Table 3: POST: unlike runs .*another/,
  );
});
