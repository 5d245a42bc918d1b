import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatChapter } from '../../reports/chatChapter.js';
import { capacityChapter } from '../../reports/capacityChapter.js';
import { connectionsChapter, emptyChapter, fanoutChapter } from '../../reports/fanoutChapter.js';
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
  const ladder = { server: 'laravel-workers', what: 'workers', url: 'u', seconds: 20, codePath: 'two turns left' };
  const text = floodChapter({ ...ladder, rows: [row] });
  assert.match(text, /\| 100 \| 500 \| 25 \| 120 \| 80 \|.*\| 12 797 \| 97.6 \| 86 \|/);
  assert.match(text, /without a 2xx answer, all levels together: 10\./);
  assert.match(text, /At 100 users: ab was busy\./);
  assert.match(text, /commit abc, of the server not told; a machine/);
  assert.match(text, /The way of a request: two turns left\./);
});

const source = { target: 'node', commit: 'abc', machine: 'a machine', date: '2026-01-01 00:00 UTC' };
const latency = { p50: 1, p95: 2, p99: 3 };

test('a ratio to a baseline that its client held back is marked, and the database’s CPU stands beside the server’s', () => {
  const result = (/** @type {boolean} */ bound) => ({
    ...source,
    receivers: 1000,
    rate: 5000,
    seconds: 10,
    deliveriesPerSecond: 5_000_000,
    messagesPerEvent: 200,
    audit: { sent: 50_000, stored: 50_000, delivery: latency, ack: latency, lost: 0, duplicated: 0, outOfOrder: 0 },
    database: 'FerretDB (SQLite)',
    server: { cpuCores: 0.6 },
    parts: { mongo: { cpuCores: 0.42 }, mariadb: { cpuCores: 0 }, nginx: { cpuCores: 0 } },
    client: { cpuCores: 0.48, bound: false },
    ratio: 50,
    atMost: { deliveriesPerSecond: 7_000_000, messagesPerEvent: 500, client: { cpuCores: 0.5, bound: false } },
    baselines: {
      oneWriteEach: {
        deliveriesPerSecond: 100_000,
        messagesPerEvent: 1,
        client: { cpuCores: bound ? 0.96 : 0.5, bound },
      },
      client: { deliveriesPerSecond: 18_000_000, messagesPerEvent: 500 },
      floor: { delivery: { ...latency, p95: 0.5 } },
    },
  });
  const text = fanoutChapter([result(true), result(false)]);
  assert.match(text, /\| 60 % \| FerretDB \(SQLite\), 42 % \| 48 % \|\n/);
  assert.match(
    text,
    /\| 5 000 \| 200.0 \| 250 \| 25 000 \| 5 000 000 \|/,
    'events and frames/s stand beside deliveries/s',
  );
  assert.match(
    text,
    /\| 0.5 \| 4.0 \| 1.0 \/ 2.0 \/ 3.0 \| 0 \/ 0 \/ 0 \| 50 000 stored \|/,
    'p95 as a multiple of the null server’s',
  );
  assert.match(
    text,
    /\| 7 000 000 \| 500.0 \| 14 000 \| 100 000 \(bound\) \| 1.0 \| 50.0 times \(bound\) \| 18 000 000 \| 500.0 \|/,
  );
  assert.match(text, /\| 14 000 \| 100 000 \| 1.0 \| 50.0 times \|/);

  const runs = [55, 45, 50].map((ratio) => ({ delivery: { ...latency, p95: ratio }, ratio }));
  const several = fanoutChapter([{ ...result(false), runs }]);
  assert.match(several, /\| 45.0 to 55.0 \| 0.5 \|/);
  assert.match(several, /50.0 times \(45.0 to 55.0\) \|/);
  assert.match(several, /--seconds 10 --runs 3`/);
});

test('the command beside a figure is the one that was typed', () => {
  const connections = connectionsChapter([
    {
      ...source,
      receivers: 5,
      failed: 0,
      ends: [],
      kilobytesEach: 1,
      joinsPerSecond: 1,
      wireMegabytes: 1,
      client: { cpuCores: 0.1 },
    },
  ]);
  assert.match(connections, /`load\/bench connections --target node --receivers 5 --no-baseline`/);
  const audit = {
    target: 'node',
    users: 7,
    ack: latency,
    delivery: latency,
    errors: {},
    sent: 1,
    stored: 1,
    delivered: 1,
    expected: 1,
  };
  const databases = { node: 'FerretDB (SQLite)' };
  const chat = (/** @type {object} */ plan, /** @type {object[]} */ audits) =>
    chatChapter({ ...source, plan, databases, audits });
  assert.match(
    chat({ users: 50, rate: 1, seconds: 20 }, [audit, audit]),
    /Both chats[^]*`npx artillery run load\/chat\.yml`/,
  );
  const one = chat({ users: 7, rate: 1, seconds: 5 }, [audit]);
  assert.match(
    one,
    /`CHAT_LOAD_USERS=7 CHAT_LOAD_SECONDS=5 npx artillery run load\/chat\.yml --scenario-name '\^node\$'`/,
  );
  assert.doesNotMatch(one, /Both chats/);
  assert.match(one, /\| node \| FerretDB \(SQLite\) \| 7 \|/);
});

test('a request rate that ab could not exceed is marked', () => {
  const side = { requestsPerSecond: 20_000, cpuMicroseconds: 40, failed: 0 };
  const row = { users: 100, server: side, baseline: side, canned: side, ratio: 1, cpuRatio: 1 };
  const text = emptyChapter([
    {
      ...source,
      codePath: 'straight on',
      rows: [
        { ...row, clientBound: true },
        { ...row, clientBound: false, baselineClientBound: true, ratioOfTurns: { min: 0.9, max: 1.1 } },
      ],
    },
  ]);
  assert.match(text, /\| 100 \| 20 000 \(bound\) \| 20 000 \|/);
  assert.match(text, /\| 100 \| 20 000 \| 20 000 \(bound\) \| 1\.00 \(0\.90 to 1\.10\) \|/);
  assert.match(text, /The way of a request: straight on\./);
});

test('searches of one question stand one after the other, and say whether their intervals overlap', () => {
  const search = (/** @type {any} */ rest) => ({
    target: 'node',
    slo: 'p95<=250ms,lost=0',
    vary: 'users',
    unit: 'users at 1/s each',
    clientLimited: false,
    levels: [{ passed: 5, failed: 1, full: 0 }],
    ...rest,
  });
  const rows = (/** @type {any[]} */ ...results) =>
    capacityChapter(results)
      .split('\n')
      .filter((line) => line.startsWith('| node'));
  const [first, second] = [
    search({ level: 100, least: 90, greatest: 110 }),
    search({ level: 105, least: 110, greatest: 120 }),
  ];
  assert.deepEqual(rows(first, second), [
    '| node | p95 ≤ 250ms, lost=0 | 100 users at 1/s each | 90 users at 1/s each | 110 users at 1/s each | yes | 6 |',
    '| node | p95 ≤ 250ms, lost=0 | 105 users at 1/s each | 110 users at 1/s each | 120 users at 1/s each | yes | 6 |',
  ]);
  assert.match(rows(first, search({ level: 120, least: 111, greatest: null }))[1], /\| – \| no \|/);
  const limited = search({ level: 5, least: 5, greatest: 9, clientLimited: true });
  assert.match(rows(limited)[0], /client-limited\) \| once/);
  assert.match(rows(first, limited)[1], /client-limited\) \| yes/);
});
