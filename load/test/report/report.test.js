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
import { readRecords } from '../../src/record/recordFiles.js';
import { record } from '../record.js';

const REPORT = fileURLToPath(new URL('../../report', import.meta.url));
const levels = [1, 10, 100].flatMap((users) => [record({ users }), record({ users, target: 'laravel', ackMs: 8 })]);

test('a report says whether all is well, and what each load came to beside the study', () => {
  const { sentence, chapters, apart } = reportOf(levels);
  assert.match(sentence, /^All 6 runs passed/);
  assert.deepEqual([chapters.length, apart], [1, []]);
  const [{ table, charts }] = chapters;
  assert.deepEqual(
    table.rows.map((row) => row[2].text),
    ['1 user, 10/s', '10 users, 100/s', '100 users, 1000/s', '1 user, 10/s', '10 users, 100/s', '100 users, 1000/s'],
  );
  assert.ok(table.head.includes('study: acks/s') && table.rows[0].at(-2)?.text !== '–', JSON.stringify(table.rows[0]));
  const messages = charts.find(({ id }) => id === 'messages-acknowledgedPerSecond');
  assert.deepEqual(
    messages?.lines.map(({ name, dashed = false, points }) => [name, dashed, points.length]),
    [
      ['Node.js, its event loop', false, 3],
      ['Laravel, its event loop', false, 3],
      ['study: Node.js', true, 6],
      ['study: Laravel', true, 6],
    ],
  );
});

test('repetitions become a median with the least and the greatest, and what the client set is slanted', () => {
  const runs = [4, 6, 5].map((ackMs, place) => record({ ackMs, repetition: place + 1, bound: place === 0 }));
  const [{ table }] = reportOf(runs).chapters;
  const p95 = table.rows[0][table.head.indexOf('p95')];
  assert.match(p95.text, /^9\.5\d? \(7\.6\d? to 11\.4\)$/);
  assert.equal(p95.bound, true);
  assert.match(asMarkdown(reportOf(runs)), /\*9\.5\d? \(7/);
});

test('a run that lost messages is told first, and in the ledger', () => {
  const report = reportOf([record(), record({ users: 20, lost: 3 })]);
  assert.match(report.sentence, /^1 of 2 runs failed \(error %, lost deliveries\)/);
  const [{ ledger, notes }] = report.chapters;
  assert.deepEqual(ledger.rows[1][ledger.head.indexOf('lost deliveries')], { text: '3', failed: true });
  assert.match(notes.join(), /20 users, 200\/s: lost deliveries: 3/);
});

test('runs that differ in machine, commit or duration never stand in one table', () => {
  const other = { ...record(), plan: { ...record().plan, seconds: 5 } };
  const { chapters, apart } = reportOf([record(), record({ commit: 'def' }), other]);
  assert.equal(chapters.length, 3);
  assert.deepEqual(apart, [
    'Messages: runs differ in seconds (2 s; 5 s)',
    'Messages: runs differ in commit (abc; def)',
  ]);
});

test('the page is one file that loads nothing, and text of a run stays text', () => {
  const html = asHtmlPage(reportOf([...levels, record({ users: 30, lost: 1 })]));
  assert.match(html, /default-src 'none'/);
  assert.doesNotMatch(html, /<script|\s(src|href)="(?!#)|undefined|NaN|\[object/);
  assert.match(html, /lost 7 &lt;script&gt;/);
  assert.match(html, /<svg /);
});

test('load/report writes a page, refuses what is no record, and docs/results.md is what the kept records say', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'run.json'), JSON.stringify(record()));
  const run = (/** @type {string[]} */ ...words) => spawnSync(REPORT, words, { encoding: 'utf8' });
  assert.equal(run(folder, '--html', path.join(folder, 'report.html')).status, 0);
  assert.ok(fs.existsSync(path.join(folder, 'report.html')) && fs.existsSync(path.join(folder, 'report.md')));
  fs.writeFileSync(path.join(folder, 'run.json'), '{}');
  assert.throws(() => readRecords([folder]), /holds no record/);
  const check = run('--check');
  assert.equal(check.status, 0, check.stderr);
});

test('runs on different stores are never one row, and the check refuses them', () => {
  const embedded = record();
  const real = { ...record({ repetition: 2 }), server: { ...embedded.server, database: 'MariaDB' } };
  const { chapters, apart } = reportOf([real, embedded]);
  assert.deepEqual(
    chapters[0].table.rows.map((row) => row[1].text),
    ['Node.js, its event loop, MariaDB', 'Node.js, its event loop, no database server'],
  );
  assert.deepEqual(apart.length, 1);
  assert.match(apart[0], /^Messages: runs differ in store/);
});
