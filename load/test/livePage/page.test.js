import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, PANELS, panelsFor } from '../../livePage/page/figures.js';
import { nothing, told } from '../../livePage/page/model.js';
import { stateText } from '../../livePage/page/words.js';

/** @type {any} */
const row = {
  second: 3,
  span: 2,
  sent: 20,
  acknowledged: 2001,
  refused: 1,
  delivered: 5,
  ack: { p50: 1.234, p95: 1234, p99: 27_378 },
  delivery: null,
  lost: 0,
  waiting: 4,
  users: 7,
  cpuCores: 0.512,
  memoryMb: null,
  clientCpuCores: 0,
  loopLagMs: 0.04,
  workersBusy: 3,
  workersWaiting: 12,
  bound: false,
};

test('figures are as short as can be read from the last row', () => {
  const text = (/** @type {string} */ name) => PANELS[name].text(row);
  assert.equal(text('acknowledged'), '1\u202f001');
  assert.equal(text('ack'), '1.2 · 1\u202f234 · 27 s');
  assert.equal(text('delivery'), '–');
  assert.equal(text('lost'), '0 · 1 · 4');
  assert.deepEqual([text('cpu'), text('memory'), text('lag')], ['51 %', '– MB', '0.0 ms']);
  assert.equal(text('workers'), '3 · 12');
  assert.equal(PANELS.lost.bad?.(row), true);
  assert.deepEqual([clockText(0.4), clockText(65), clockText(3600)], ['0:00', '1:05', '60:00']);
});

test('a panel of several figures says which of them its curves are', () => {
  for (const { title, curve } of Object.values(PANELS)) assert.equal(title.includes('·'), curve !== undefined, title);
});

test('where workers are loaded, they are shown', () => {
  assert.equal(panelsFor(['node', 'laravel']).at(-1), 'users');
  assert.equal(panelsFor(['node', 'laravel-workers']).at(-1), 'workers');
});

test('a page that comes in the middle knows all that was, and forgets it with the next run', () => {
  const summary = { id: 'r1', state: 'running', targets: [], marks: [] };
  let model = told(nothing(), 'run', { run: { ...summary, rows: { node: [row] } } });
  model = told(model, 'row', { id: 'r1', target: 'node', row: { ...row, second: 5 } });
  model = told(model, 'row', { id: 'r0', target: 'node', row });
  assert.deepEqual(
    model.rows.node.map(({ second }) => second),
    [3, 5],
  );
  model = told(model, 'state', { ...summary, state: 'ended' });
  assert.equal(model.run?.state, 'ended');
  assert.equal(model.rows.node.length, 2);
  assert.deepEqual(told(model, 'run', { run: null }), nothing());
});

test('a target says what it does, what it came to, or why it could not', () => {
  const run = /** @type {any} */ ({ plan: { users: 50 } });
  const target = { name: 'node', state: 'joining', loggedIn: null, failed: null, end: null };
  assert.equal(stateText(target, run), 'joining');
  assert.equal(stateText({ ...target, state: 'logging in', loggedIn: 12 }, run), 'logging in 12 of 50');
  assert.equal(stateText({ ...target, failed: 'nobody there' }, run), 'nobody there');
  const end = /** @type {any} */ ({ failures: [] });
  assert.equal(stateText({ ...target, end }, run), 'every message delivered');
  assert.equal(stateText({ ...target, end: { ...end, failures: ['lost: 3'] } }, run), 'lost: 3');
});
