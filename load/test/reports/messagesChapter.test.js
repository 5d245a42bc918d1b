import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesTable } from '../../reports/messagesChapter.js';
import { messagesFigure } from '../../reports/studyFigures.js';

const METRICS = {
  sent: 200,
  acknowledgedPerSecond: 10,
  errorPercent: 0,
  refused: 0,
  noAck: 0,
  lost: 0,
  ackP50: 1,
  ackP95: 2,
  ackP99: 3,
  deliveryP50: 1,
  deliveryP95: 2,
  deliveryP99: 3,
  lateP95: 1,
  serverCpuPercent: 5,
  serverMb: 80,
  clientCpuPercent: 4,
};

/** @param {Record<string, number>} [metrics] @param {object} [rest] @returns {any} */
const row = (metrics = {}, rest = {}) => ({
  users: 100,
  ratePerUser: 10,
  client: 'raw',
  repetitions: 1,
  bound: 0,
  boundBy: [],
  metrics: Object.fromEntries(
    Object.entries({ ...METRICS, ...metrics }).map(([name, value]) => [
      name,
      { median: value, least: value, greatest: value },
    ]),
  ),
  ...rest,
});

/** @param {any[]} rows @returns {any} */
const table = (rows) => ({ target: 'laravel', title: 'Laravel, its event loop', codePath: '', rows });

test('a level stands beside the study’s of the same users', () => {
  assert.match(
    messagesTable(table([row()])),
    /\| 100 \| 10 \| 200 \| 10\.0 \| 0\.00 \|.*\| 1 399 \| 70\.0 \| 46\.0 \| 63 \|/,
  );
});

test('the table says whether Artillery agrees, and why not', () => {
  const artillery = (/** @type {Record<string, number>} */ metrics, rest = {}) =>
    row(metrics, { client: 'artillery', ...rest });
  assert.match(messagesTable(table([row(), artillery({ ackP95: 4 })])), /\| 4\.0, 0\.00: agrees \|/);
  const late = artillery({ ackP95: 90 }, { bound: 1, boundBy: ['CPU'] });
  assert.match(messagesTable(table([row(), late])), /\| 90\.0, 0\.00: differs, artillery bound by CPU \|/);
  assert.match(
    messagesTable(table([row({ errorPercent: 3 }), artillery({})])),
    /: differs, neither was bound, and its client took \d+ % of a core beside the server \|/,
  );
});

test('of two curves that lie on one another both are seen', () => {
  const widths = (/** @type {any[]} */ tables) => {
    const svg = messagesFigure(tables, { y: 'error %', metric: 'errorPercent', column: 'error_percent' });
    const whole = [...svg.matchAll(/<polyline fill="none" stroke="[^"]+" stroke-width="([\d.]+)" points/g)];
    return whole.map(([, width]) => Number(width));
  };
  const [few, many] = [row({}, { users: 100 }), row({}, { users: 200 })];
  const other = (/** @type {any[]} */ rows) => ({ ...table(rows), target: 'node' });
  assert.deepEqual(widths([other([few, many]), table([few, many])]), [4.5, 2]);
  assert.deepEqual(widths([other([few, many]), table([few, row({ errorPercent: 50 }, { users: 200 })])]), [2, 2]);
});

test('a figure has our curves whole and the study’s dashed', () => {
  const svg = messagesFigure([table([row()])], { y: 'error %', metric: 'errorPercent', column: 'error_percent' });
  assert.equal(svg.match(/<polyline [^>]*stroke-dasharray/g)?.length, 2);
  assert.equal(svg.match(/<polyline /g)?.length, 3);
  assert.doesNotMatch(svg, /NaN|undefined/);
});
