import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { asHtmlPage } from '../../src/report/html.js';
import { asMarkdown } from '../../src/report/markdown.js';
import { reportOf } from '../../src/report/report.js';
import { svgOf } from '../../src/report/svg.js';
import { record } from '../helpers/madeUpRecord.js';

/** @import { Block } from '../../src/report/report.js' */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const REPORT = path.join(ROOT, 'load/report');
const levels = [1, 10, 100].flatMap((users) => [record({ users }), record({ users, target: 'laravel', ackMs: 8 })]);

/** @param {Block[]} blocks @returns {Array<Extract<Block, {table: object}>['table']>} also the folded tables */
const tablesOf = (blocks) =>
  blocks.flatMap((block) => ('table' in block ? [block.table] : 'blocks' in block ? tablesOf(block.blocks) : []));

/** @param {Block[]} blocks @returns {string} */
const textOf = (blocks) =>
  blocks
    .flatMap((block) =>
      'text' in block ? [block.bold, block.text].join(' ').trim() : 'list' in block ? block.list : [],
    )
    .join('\n');

test('the first page says what was found, how sure it is, and what not to conclude', () => {
  // The study ends at 100 users on one side, and so does the first page.
  const more = [...levels, record({ users: 200 }), record({ users: 200, target: 'laravel' })];
  const text = textOf(reportOf(more).blocks);
  assert.match(text, /^Messages\. At 100 users, 1,000\/s, delivery p95, ms: 7\.6\d? on Node\.js.*; 15\.2 on Laravel/m);
  assert.match(text, /^How sure\. 0 of 8 runs failed; .* Runs of each load: 1\. .* with three runs .* more often/m);
  assert.match(text, /^Of 12,440 acknowledged messages and 2,004,040 deliveries: none lost/m);
  assert.match(text, /^What not to conclude\. /m);
  const [glance] = tablesOf(reportOf(more).blocks);
  assert.deepEqual(
    glance.rows.map((row) => row.map((cell) => cell.text)),
    [
      ['Messages: error %', '100 users, 1,000/s', '0', '0', '25.3', '46'],
      ['Messages: delivery p95, ms', '100 users, 1,000/s', '7.60', '15.2', '–', '–'],
    ],
  );
});

test('one server is called better only if all its runs were better', () => {
  const runs = (/** @type {string} */ target, /** @type {number[]} */ all) =>
    all.map((ackMs, place) => record({ target, users: 100, ackMs, repetition: place + 1 }));
  const better = textOf(reportOf([...runs('node', [4, 4.1, 4.2]), ...runs('laravel', [8, 8.1, 9])]).blocks);
  assert.match(better, /; 15\.4 \(15\.2 to 17\.1\) on Laravel loop \(factor 1\.98\)\./);
  assert.match(better, /Runs of each load: 3\. .* with three runs a server this is chance 1 time in 10/);
  const alike = textOf(reportOf([...runs('node', [4, 4.1, 9]), ...runs('laravel', [8, 8.1, 9])]).blocks);
  assert.match(alike, /on Laravel loop \(no order\)\./);
  const bound = runs('laravel', [8, 8.1, 9]).map((run) => ({ ...run, client: { ...run.client, bound: true } }));
  const limited = textOf(reportOf([...runs('node', [4, 4.1, 4.2]), ...bound]).blocks);
  assert.match(limited, /on Laravel loop \(no order\)\./);
});

test('a server whose runs failed is not ranked, and how long its messages waited is left out', () => {
  const all = [record({ users: 100 }), record({ users: 100, target: 'laravel', ackMs: 8 })];
  const { blocks } = reportOf([...all, record({ users: 100, target: 'laravel-workers', ackMs: 900, lost: 9 })]);
  const text = textOf(blocks);
  assert.match(
    text,
    /ms: 7\.6\d? on Node\.js loop; .* \(factor 2\.00\); Laravel workers failed \(0\.45 % errors\)\.$/m,
  );
  const [{ head, rows }] = tablesOf(blocks);
  assert.deepEqual(
    rows.map((row) => row[head.indexOf('Laravel workers')].text),
    ['✕ 0.45', '✕'],
  );
});

test('capacity counts as a search, and its users stand at a glance', () => {
  const search = (/** @type {string} */ target, /** @type {number} */ users) => {
    const base = record({ target, users });
    const notes = [`p95<=250ms: ${users} users`];
    const counts = { ...base.counts, usersBorne: users };
    return { ...base, kind: /** @type {const} */ ('capacity'), counts, notes };
  };
  const { blocks } = reportOf([...levels, search('node', 300), search('laravel', 700)]);
  const text = textOf(blocks);
  assert.match(text, /^How sure\. .* Runs of each load: 1\. /m);
  assert.match(
    text,
    /^Most users at whom most runs passed: 700 on Laravel loop; 300 on Node\.js loop \(factor 2\.33\)\.$/m,
  );
  const [glance] = tablesOf(blocks);
  assert.deepEqual(
    glance.rows.at(-1)?.map((cell) => cell.text),
    ['Capacity: users borne', '', '300', '700', '–', '–'],
  );
});

test('a kind of load without records has no sentence, no column and no chapter', () => {
  const text = asMarkdown(reportOf(levels));
  assert.doesNotMatch(text, /Floods\.|empty GETs|One message to|injected|ApacheBench|undefined|NaN/);
  const { latencies, ...unknown } = record({ users: 20 });
  const blind = { ...unknown, latencies: { ack: latencies.ack } };
  assert.doesNotMatch(asMarkdown(reportOf([blind])), /at everybody within/);
  const fanout = asMarkdown(reportOf([...levels, record({ kind: 'fanout', users: 500 })]));
  assert.match(fanout, /## What does one message to many people cost\?/);
});

test('a table has a row for each load and a column for each target and for the study', () => {
  const { blocks } = reportOf(levels);
  const table = tablesOf(blocks).find(({ caption }) => caption === 'acknowledged in time, messages/s');
  const head = ['load', 'Node.js loop', 'Laravel loop', 'study: Node.js', 'study: Laravel'];
  assert.deepEqual(table?.head, head);
  assert.deepEqual(
    table?.rows.map((row) => row.map(({ text }) => text)),
    [
      ['1 user, 10/s', '10', '10', '9.20', '8.10'],
      ['10 users, 100/s', '100', '100', '129', '18.1'],
      ['100 users, 1,000/s', '1,000', '1,000', '252', '70'],
    ],
  );
  const charts = blocks.flatMap((block) => ('charts' in block ? block.charts : []));
  assert.deepEqual(
    charts[0].lines.map(({ name, dashed = false, points }) => [name, dashed, points.length]),
    [
      ['Node.js loop', false, 3],
      ['Laravel loop', false, 3],
      ['study: Node.js', true, 6],
      ['study: Laravel', true, 6],
    ],
  );
});

test('the study is shown beside its own workload and rate only', () => {
  const base = record({ users: 100 });
  const slow = { ...base, plan: { ...base.plan, rate: 100 } };
  const steady = { ...base, plan: { ...base.plan, workload: 'steady' } };
  for (const run of [slow, steady]) assert.doesNotMatch(asMarkdown(reportOf([run])), /\| 25\.3 \||\| 252 \|/);
  assert.match(asMarkdown(reportOf([base])), /\| 25\.3 \|/);
});

test('a server without a store has no number of stored messages', () => {
  const base = record({ target: 'null-pusher' });
  const baseline = { ...base, counts: { ...base.counts, stored: null } };
  const { blocks } = reportOf([record(), baseline]);
  assert.match(textOf(blocks), /Of 200 acknowledged messages and 2,000 deliveries: none lost/);
  const ledger = tablesOf(blocks).find(({ caption }) => caption.startsWith('Ledger'));
  assert.deepEqual(
    ledger?.rows.map((row) => row[ledger.head.indexOf('stored')].text),
    ['200', '–'],
  );
});

test('a record of injected faults counts as all its runs', () => {
  const base = record();
  const counts = { runs: 10, wrongRuns: 0, rightRunsPercent: 100, injected: 40, named: 40 };
  const faults = { ...base, kind: /** @type {const} */ ('faults'), plan: { ...base.plan, fault: 'drop' }, counts };
  const { sentence, blocks } = reportOf([faults]);
  assert.match(sentence, /^0 of 10 runs failed/);
  assert.match(textOf(blocks), /^The ledger named 40 of 40 injected faults; 0 of 10 runs /m);
  const ledger = tablesOf(blocks).find(({ caption }) => caption.startsWith('Ledger'));
  assert.equal(ledger?.rows[0][2].text, '10');
});

test('no table is wider than eight columns, however many targets there are', () => {
  const targets = ['node', 'laravel', 'laravel-workers', 'nchan', 'null-pusher', 'null-socketio', 'python-chat'];
  const all = [1, 100].flatMap((users) => targets.map((target) => record({ target, users })));
  const tables = tablesOf(reportOf(all).blocks);
  assert.deepEqual(
    tables.filter(({ head }) => head.length > 8).map(({ caption }) => caption),
    [],
  );
  const titles = new Set(tables.flatMap(({ head }) => head));
  assert.ok(titles.has("Null server, Pusher's events") && titles.has('Node.js loop'), [...titles].join());
});

test('repetitions become a median with least and greatest; client-bound times are at most so long, in italics', () => {
  const runs = [4, 6, 5].map((ackMs, place) => record({ ackMs, repetition: place + 1, bound: place === 0 }));
  const report = reportOf(runs);
  const table = tablesOf(report.blocks).find(({ head }) => head.includes('delivery p95, ms'));
  const p95 = table?.rows[0][table.head.indexOf('delivery p95, ms')];
  assert.ok(p95);
  assert.match(p95.text, /^≤ 9\.5\d? \(7\.6\d? to 11\.4\)$/);
  assert.equal(p95.bound, true);
  assert.match(asMarkdown(report), /\*≤ 9\.5\d? \(7/);
  assert.match(asMarkdown(report), /\*≥ 100\*.*\*0\*/, 'a rate, and errors, whose limit nobody knows');
  assert.match(textOf(report.blocks), /delivery p95, ms: ≤ 9\.5\d? \(7\.6\d? to 11\.4\) on Node\.js loop/);
});

test('a chart draws the loads hollow that failed or that the load client limited, and says so', () => {
  const runs = [record({ users: 1 }), record({ users: 10, bound: true }), record({ users: 100, lost: 3 })];
  const { blocks } = reportOf(runs);
  const [chart] = blocks.flatMap((block) => ('charts' in block ? block.charts : []));
  assert.deepEqual(chart.lines[0].hollow, [false, true, true]);
  const note = 'hollow: a run failed';
  assert.ok(svgOf(chart).includes(note));
  assert.ok(!asHtmlPage(reportOf(levels)).includes(note));
});

test('runs that lost messages are named first, and marked in the ledger', () => {
  const report = reportOf([record(), record({ users: 20, lost: 3 }), record({ users: 50, lost: 3 })]);
  assert.match(report.sentence, /^2 of 3 runs failed; /);
  const ledger = tablesOf(report.blocks).find(({ caption }) => caption.startsWith('Ledger'));
  assert.deepEqual(ledger?.rows[1][ledger.head.indexOf('lost deliveries')], { text: '3', failed: true });
  const text = textOf(report.blocks);
  assert.match(text, /: 6 lost deliveries and 6 messages not at everybody\.$/m);
  assert.match(
    text,
    /^Failed: Messages on Node\.js loop at 20 users, 200\/s \(1 of 1: error %, lost deliveries\); Messages on/m,
  );
});

test('what limited the load client, and what its driver noted, is told of each target once, numbers as a range', () => {
  const runs = [5, 1010].map((users) => ({
    ...record({ users, bound: true }),
    notes: ['a remark', `${users.toLocaleString('en')} of 2 waited`],
  }));
  const text = textOf(reportOf([record({ users: 1, target: 'laravel' }), ...runs]).blocks);
  assert.match(text, /^Node\.js loop: client-bound \(CPU\); a remark; 5 to 1,010 of 2 waited\.$/m);
  assert.doesNotMatch(text, /^Laravel loop: /m);
});

test('runs of Artillery stand in the chapter of their kind, in tables of their own', () => {
  const { client, ...run } = record();
  const { blocks } = reportOf([...levels, { ...run, client: { ...client, name: 'artillery' } }]);
  const headings = blocks.flatMap((block) => ('heading' in block ? block.heading : []));
  const [chapter, ...tables] = headings.slice(headings.indexOf('What happens to messages as users grow?'));
  assert.deepEqual(
    [chapter, ...tables.slice(0, 2).map((heading) => heading.split(',', 1)[0])],
    ['What happens to messages as users grow?', 'Messages: client raw', 'Messages: client artillery'],
  );
});

test('empty GETs that pass no code of Laravel are named', () => {
  const flood = (/** @type {string} */ target) => ({ ...record({ target }), kind: /** @type {const} */ ('flood') });
  const text = textOf(reportOf([flood('laravel'), flood('laravel-workers')]).blocks);
  assert.match(text, /The empty GETs of Laravel's loop pass no code of Laravel\./);
  assert.doesNotMatch(textOf(reportOf([flood('laravel-workers')]).blocks), /pass no code of Laravel/);
});

test('the report names only threats to validity that apply', () => {
  const limited = { ...record(), server: { ...record().server, rateLimits: true } };
  const threats = /Rate limits were off|FerretDB|The chats store in/;
  assert.doesNotMatch(textOf(reportOf([limited]).blocks), threats);
  const bound = record({ bound: true });
  const on = (/** @type {string} */ database) => ({ ...bound, server: { ...bound.server, database } });
  const runs = ['FerretDB (SQLite)', 'MariaDB'].map(on);
  const text = textOf(reportOf(runs).blocks);
  assert.match(text, /the load client set the figures of 2\..*FerretDB stands in for MongoDB/s);
  assert.match(text, /Rate limits were off/);
  assert.match(text, /The chats store in FerretDB \(SQLite\) and MariaDB/);
});

test('only a run without a rate is called a closed loop', () => {
  const { plan, ...run } = record();
  const http = (/** @type {number | undefined} */ rate) =>
    textOf(reportOf([{ ...run, kind: 'http', plan: { ...plan, rate } }]).blocks);
  assert.match(http(undefined), /wait for a slow server \(a closed loop\).*coordinated omission/);
  assert.doesNotMatch(http(50), /closed loop/);
});

test('runs that differ in machine, commit, duration, warm-up or kind of store never share a table', () => {
  const other = { ...record(), plan: { ...record().plan, seconds: 5 } };
  const real = { ...record(), server: { ...record().server, database: 'MariaDB' } };
  const cold = { ...record(), plan: { ...record().plan, warmUpSeconds: 0 } };
  const { blocks, differences } = reportOf([record(), record({ commit: 'def' }), other, real, cold]);
  const headings = blocks.flatMap((block) => ('heading' in block && block.level === 3 ? block.heading : []));
  assert.equal(headings.length, 5);
  assert.deepEqual(differences, [
    'Messages: runs differ in seconds (2 s; 5 s)',
    'Messages: runs differ in warm-up (warm-up 1 s; none)',
    'Messages: runs differ in commit (abc; def)',
    'Messages: runs differ in server commit (abc; def)',
  ]);
});

test('a server of unknown commit shares the table of the others, one of unknown stores has its own', () => {
  const at = (/** @type {object} */ server) => ({ ...record(), server: { ...record().server, ...server } });
  const found = { fresh: false, parts: {} };
  const { blocks, differences } = reportOf([at({}), at({ commit: null }), at({ commit: 'def' }), at(found)]);
  assert.deepEqual(differences, ['Messages: runs differ in server commit (abc; def)']);
  const headings = blocks.flatMap((block) => ('heading' in block && block.level === 3 ? block.heading : []));
  assert.match(headings.join(), /on embedded stores,.*on unknown stores/);
});

test('a server without a store stands beside the chats of its load', () => {
  const fanout = (/** @type {string} */ target, /** @type {number} */ users, /** @type {string | null} */ database) => {
    const base = record({ kind: 'fanout', target, users });
    return { ...base, server: { ...base.server, database } };
  };
  const { blocks } = reportOf([
    ...['MariaDB', 'MariaDB'].map((database) => fanout('laravel', 20, database)),
    fanout('laravel', 50, null),
    fanout('null-pusher', 50, null),
  ]);
  const ledgers = tablesOf(blocks).filter(({ caption }) => caption.startsWith('Ledger'));
  assert.deepEqual(
    ledgers.map(({ rows }) => rows.map((row) => row[1].text)),
    [['Laravel loop', "Null server, Pusher's events"], ['Laravel loop']],
  );
});

test('runs on different databases never share a row, and the check refuses them', () => {
  const on = (/** @type {string} */ database) => ({ ...record(), server: { ...record().server, database } });
  const { blocks, differences } = reportOf([on('MariaDB'), on('MySQL')]);
  const ledger = tablesOf(blocks).find(({ caption }) => caption.startsWith('Ledger'));
  assert.deepEqual(
    ledger?.rows.map((row) => row[1].text),
    ['Node.js loop, MariaDB', 'Node.js loop, MySQL'],
  );
  assert.deepEqual(differences, ['Messages: runs differ in database (Node.js loop, MariaDB; Node.js loop, MySQL)']);
});

test('a p99 of fewer than 1,000 messages and the CPU a delivery of an idle server are not shown', () => {
  const base = record({ users: 100 });
  const run = (/** @type {number} */ count, /** @type {number} */ deliveriesPerSecond) => ({
    ...base,
    counts: { ...base.counts, deliveriesPerSecond },
    latencies: { ...base.latencies, ack: { ...base.latencies.ack, count } },
  });
  const headsOf = (/** @type {ReturnType<typeof run>} */ one) =>
    tablesOf(reportOf([one]).blocks).flatMap(({ head }) => head);
  const few = headsOf(run(999, 1000));
  assert.ok(!few.includes('ack p99, ms') && !few.includes('server CPU, µs a delivery'), few.join());
  const many = headsOf(run(1000, 1001));
  assert.ok(many.includes('ack p99, ms') && many.includes('server CPU, µs a delivery'), many.join());
});

test('times of ab are whole milliseconds, and one below is <1, whoever set it', () => {
  const base = record({ bound: true });
  const flood = (/** @type {number} */ p50, /** @type {number} */ p95, /** @type {number} */ p99) => ({
    ...base,
    kind: /** @type {const} */ ('flood'),
    client: { ...base.client, name: 'ab' },
    counts: { requests: 9000, requestsPerSecond: 4500 },
    latencies: { request: { ...base.latencies.ack, count: 9000, p50, p95, p99 } },
  });
  const { blocks } = reportOf([flood(0.001, 3.002, 12.01), flood(0.002, 3.004, 14.01)]);
  const further = tablesOf(blocks).find(({ head }) => head.includes('request p50, ms'));
  assert.deepEqual(
    further?.rows[0].filter((_, place) => / p\d\d, ms/.test(further.head[place])).map(({ text }) => text),
    ['<1', '≤ 3', '≤ 13 (12 to 14)'],
  );
});

test('the page is one file that loads nothing, and text of a run is escaped', () => {
  const html = asHtmlPage(reportOf([...levels, record({ users: 30, lost: 1 })]));
  assert.match(html, /default-src 'none'/);
  assert.doesNotMatch(html, /<script|\s(src|href)="(?!#)|undefined|NaN|\[object/);
  assert.match(html, /lost 7 &lt;script&gt;/);
  assert.match(html, /<svg /);
});

test('the check fails on a kept run of another duration, and says in what the runs differ', (t) => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
  t.after(() => fs.rmSync(root, { recursive: true }));
  for (const part of ['load', 'docs', 'README.md', 'CITATION.cff', 'package.json'])
    fs.cpSync(path.join(ROOT, part), path.join(root, part), {
      recursive: true,
      filter: (file) => !file.endsWith('node_modules') && !file.endsWith('load/results'),
    });
  for (const part of ['contract', 'node_modules']) fs.symlinkSync(path.join(ROOT, part), path.join(root, part));
  const runs = path.join(root, 'docs/data/runs');
  const file = path.join(runs, 'messages.jsonl');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"seconds":10,"rep', '"seconds":3,"rep'));
  const words = [path.join(root, 'load/src/report/main.js'), '--check'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.match(stderr, /^Messages: runs differ in seconds \(10 s; 3 s\)$/m);
  assert.equal(status, 1);
});

test('load/report writes a page and refuses a file without a record, and docs/results.md is up to date', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'run.json'), JSON.stringify(record()));
  const run = (/** @type {string[]} */ ...words) => spawnSync(REPORT, words, { encoding: 'utf8' });
  assert.equal(run(folder, '--html', path.join(folder, 'report.html')).status, 0);
  assert.ok(fs.existsSync(path.join(folder, 'report.html')) && fs.existsSync(path.join(folder, 'report.md')));
  fs.writeFileSync(path.join(folder, 'run.json'), '{}');
  const none = run(folder, '--html', path.join(folder, 'report.html'));
  assert.match(none.stderr, /holds no record of a run: make one with --save/);
  assert.equal(none.status, 2);
  const check = run('--check');
  assert.equal(check.status, 0, check.stderr);
});
