import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floodChapter } from '../../reports/floodChapter.js';
import { figure, markdownTable } from '../../reports/markdownTable.js';
import { readStudy } from '../../reports/readStudy.js';

test('the study’s ten levels are there for both servers, as numbers', () => {
  const rows = readStudy('get-flood');
  assert.equal(rows.length, 20);
  assert.deepEqual(
    rows.find(({ server, users }) => server === 'laravel' && users === 20000),
    {
      server: 'laravel',
      users: 20000,
      requests: 191469,
      requests_per_s: 9573.42,
      cpu_percent: 92,
      ram_mb: 330,
    },
  );
});

test('figures are grouped by thousands', () => {
  assert.deepEqual([figure(1234567), figure(999), figure(1234.567, 1)], ['1 234 567', '999', '1 234.6']);
});

test('a table has as many cells in its rule as in its head', () => {
  assert.equal(markdownTable(['a', 'b'], [['x', 1]]), '| a | b |\n| --- | ---: |\n| x | 1 |');
});

test('a flood stands beside the study’s level of the same users, and its failures are added up', () => {
  const row = {
    server: 'laravel-workers',
    users: 100,
    requests: 500,
    requests_per_s: 25,
    cpu_percent: 120,
    ram_mb: 80,
    rss_mb: 90,
    p50: 1,
    p95: 2,
    p99: 3,
    other_codes: 4,
    refused: 3,
    reset: 2,
    timeouts: 1,
    exceptions: 0,
    ab_processes: 1,
    ab_cpu_percent: 10,
    notes: ['ab was busy'],
    command: 'x',
    commit: 'abc',
    machine: 'a machine',
    date: '2026-01-01 00:00 UTC',
  };
  const text = floodChapter({ server: 'laravel-workers', what: 'workers', url: 'u', seconds: 20, rows: [row] });
  assert.match(text, /\| 100 \| 500 \| 25 \| 120 \| 80 \|.*\| 12 797 \| 97.6 \| 86 \|/);
  assert.match(text, /without a 2xx answer, all levels together: 10\./);
  assert.match(text, /At 100 users: ab was busy\./);
  assert.match(text, /commit abc; a machine/);
});
