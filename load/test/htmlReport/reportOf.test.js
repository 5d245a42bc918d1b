import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv';
import { asMarkdown } from '../../htmlReport/asMarkdown.js';
import { differences } from '../../comparison/sameWork.js';
import { Latencies } from '../../ledger/latencies.js';
import { markup } from '../../htmlReport/markup.js';
import { reportOf } from '../../htmlReport/reportOf.js';
import { readRecords } from '../../runRecord/readRecords.js';
import { record } from './record.js';

const twice = (/** @type {Parameters<typeof record>[0]} */ run) =>
  [1, 2].map((repetition) => record({ ...run, repetition, ackMs: (run?.ackMs ?? 4) + repetition / 10 }));

test('the records of these tests are what the schema says', () => {
  const schema = JSON.parse(fs.readFileSync(new URL('../../runRecord/schema.json', import.meta.url), 'utf8'));
  const validate = new Ajv.default({ formats: { 'date-time': true } }).compile(schema);
  assert.ok(validate(record({ lost: 3 })), JSON.stringify(validate.errors));
});

test('one sentence says whether all is well, and names the least load that failed', () => {
  const good = reportOf([...twice({ users: 10 }), ...twice({ users: 50 })]);
  assert.deepEqual(good.sentence, {
    outcome: 'good',
    text: 'All 4 runs are good: every message was stored, acknowledged in time and delivered once to everybody.',
  });
  const bound = reportOf([...twice({ users: 10 }), ...twice({ users: 50, bound: true })]);
  assert.equal(bound.sentence.outcome, 'bound');
  assert.match(
    bound.sentence.text,
    /^All 4 runs passed: .* delivered once to everybody, but the load client set the figures of 2\.$/,
  );
  const [row] = bound.kinds[0].table.rows;
  assert.deepEqual([row[0].text, row[0].warned], ['! client-bound: CPU', true]);
  const bad = reportOf([...twice({ users: 10 }), ...twice({ users: 50, lost: 3 }), record({ users: 100, lost: 9 })]);
  assert.equal(bad.sentence.outcome, 'failed');
  assert.equal(
    bad.sentence.text,
    '3 of 5 runs failed: Node.js, its event loop at 50 users, 500 messages/s (error %: 0.30, lost deliveries: 3), and 1 more.',
  );
});

test('a report says that all went well only where that was asked', () => {
  const allowed = record({});
  allowed.verdicts = allowed.verdicts.map((one) => (one.name === 'lost deliveries' ? { ...one, most: 10 } : one));
  const unasked = record({});
  unasked.verdicts = unasked.verdicts.filter(({ name }) => name !== 'error %');
  for (const lax of [allowed, unasked])
    assert.equal(reportOf([record({}), lax]).sentence.text, 'Both runs are good: every threshold holds.');
});

test('failures stand first in the table, then the greatest load', () => {
  const { kinds } = reportOf([...twice({ users: 10, lost: 1 }), ...twice({ users: 50 }), ...twice({ users: 20 })]);
  assert.deepEqual(
    kinds[0].table.rows.map((row) => [row[0].text, row[2].text]),
    [
      ['✕ error %: 0.50, lost deliveries: 1', '10 users, 100 messages/s'],
      ['✓ good', '50 users, 500 messages/s'],
      ['✓ good', '20 users, 200 messages/s'],
    ],
  );
  assert.deepEqual(kinds[0].table.rows[1][6], { text: '7.89', interval: '7.79 to 7.98', bound: false });
});

test('targets are ranked where their intervals lie apart, never by what the client set, never by one run', () => {
  const ranked = (/** @type {any[]} */ ...records) => reportOf(records).kinds[0].ranking;
  const laravel = twice({ target: 'laravel', ackMs: 8 });
  assert.match(ranked(...twice({ ackMs: 4 }), ...laravel), /best first: Node\.js, .* 7\.\d+ .*; Laravel/);
  assert.match(ranked(...twice({ ackMs: 7.95 }), ...laravel), /no clear difference between the first two/);
  assert.match(ranked(...twice({ bound: true }), ...laravel), /^Nobody can be ranked: the load client set the figures/);
  const above = record({ users: 50, bound: true });
  assert.match(
    ranked(...twice({ ackMs: 4 }), ...laravel, above, record({ users: 50, target: 'laravel' })),
    /^At 10 users, .* Above that the load client set the figures\.$/,
  );
  assert.match(ranked(record({ ackMs: 4 }), record({ target: 'laravel', ackMs: 8 })), /one run each/);
  assert.equal(ranked(...laravel), '');
});

test('charts over users have the study’s curves, intervals, and what the client set marked', () => {
  const { kinds } = reportOf([...twice({ users: 10 }), ...twice({ users: 100, bound: true })]);
  const [rate] = kinds[0].traffic;
  assert.deepEqual(
    rate.lines.map(({ name, look }) => [name, look.dash ?? 'solid']),
    [
      ['Node.js, its event loop', 'solid'],
      ['study: Node.js', 'dashed'],
    ],
  );
  const [first, second] = rate.lines[0].points;
  assert.deepEqual(first, { x: 10, y: 100, least: 100, greatest: 100 });
  assert.equal(second.bound, true);
  assert.deepEqual(
    rate.lines[1].points.map(({ x }) => x),
    [10, 20, 50, 100],
  );
  assert.deepEqual(reportOf(twice({})).kinds[0].traffic, [], 'none where there is one level');
});

test('an axis of latencies begins at zero until that would hide a line', () => {
  const axis = (/** @type {number} */ ackMs) =>
    reportOf([...twice({ ackMs: 1 }), ...twice({ users: 50, ackMs })]).kinds[0].latency[0].options.y;
  assert.deepEqual(axis(2), { label: 'ms' });
  assert.equal(axis(900).scale, 'log');
  assert.match(axis(900).note ?? '', /no zero/);
});

test('who acknowledged nothing is not ranked, least of all first', () => {
  const silent = record({ target: 'laravel' });
  silent.latencies = { ack: new Latencies().summary() };
  const [{ ranking, table }] = reportOf([record({}), silent]).kinds;
  assert.equal(ranking, '');
  assert.equal(table.rows[1][6].text, '–');
});

test('a percentile is drawn as far as the runs have values to tell it', () => {
  const [chart] = reportOf(twice({})).kinds[0].percentiles;
  assert.equal(chart.lines[0].points.at(-1)?.x, 99.5, 'of 400 acks');
});

test('event loops stand beside workers on both sides, with what was not measured', () => {
  const { rows } = reportOf([...twice({}), ...twice({ target: 'laravel-workers' })]).kinds[0].models;
  assert.deepEqual(
    rows.map(([side, model, load]) => [side.text, model.text, load.text]),
    [
      ['Node.js', 'event loop', '10 users, 100 messages/s'],
      ['Node.js', 'workers', 'not measured'],
      ['Laravel', 'event loop', 'not measured'],
      ['Laravel', 'workers', '10 users, 100 messages/s'],
    ],
  );
});

test('runs of other machines or commits are not put beside each other in silence', () => {
  const { warnings } = reportOf([record({}), record({ machine: 'another', commit: 'def' })]);
  assert.match(warnings.join(' '), /2 machines.*2 commits: abc, def/);
  const longer = record({ repetition: 2 });
  longer.plan.seconds = 20;
  assert.match(reportOf([record({}), longer]).warnings.join(), /runs of different kinds are put together \(s: 2, 20\)/);
});

test('runs of several load hosts name their machines, and are not put together with those of one', () => {
  const [one, several] = [1, 2].map((repetition) => record({ repetition }));
  const facts = { commit: 'abc', runtime: 'Node.js 24', joined: 5, clockOffsetMs: 1, clockWithinMs: 0.2 };
  const load = { cpuCores: 0.1, rssMb: 60, loopDelayP99Ms: 1, boundBy: [] };
  several.client.agents = ['a machine', 'another'].map((machine) => ({ name: 'far', machine, ...facts, ...load }));
  const { warnings, provenance } = reportOf([one, several]);
  assert.match(warnings.join(' '), /2 machines.*\(load hosts: 1, 2\)/);
  assert.equal(provenance.rows[0].at(-2)?.text, 'a machine, far: another');
  assert.deepEqual(differences([one], [several]), ['load hosts: one against far, far']);
});

test('Markdown says the same', () => {
  const report = reportOf([...twice({ lost: 2 }), ...twice({ users: 50, bound: true })]);
  assert.match(asMarkdown(reportOf(twice({ bound: true }))), /^⚠️ Both runs passed/);
  assert.match(asMarkdown(report), /^❌ 2 of 4 runs failed[^]*\| ✕ error %[^]*\| \*\d/);
});

test('what a record says is text on the page, whatever it looks like', () => {
  assert.equal(String(markup`<p title="${'"'}">${['<b>', markup`<i>&</i>`]}</p>`), '<p title="&quot;">&lt;b&gt;<i>&</i></p>'); // prettier-ignore
});

test('records are found in files and folders, among other JSON, and their absence is said', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'records-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  fs.mkdirSync(path.join(folder, 'deep'));
  fs.writeFileSync(path.join(folder, 'deep', 'b.json'), JSON.stringify(record({ repetition: 1 })));
  fs.writeFileSync(path.join(folder, 'a.json'), JSON.stringify(record({ repetition: 2 })));
  fs.writeFileSync(path.join(folder, 'c.json'), '{"format":"another"}');
  assert.deepEqual(
    readRecords([folder]).map(({ plan }) => plan.repetition),
    [1, 2],
  );
  assert.throws(() => readRecords([path.join(folder, 'c.json')]), /c\.json holds no record/);
  assert.throws(() => readRecords([path.join(folder, 'none')]), /There is no/);
});
