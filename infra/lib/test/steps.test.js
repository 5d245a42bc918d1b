import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steps } from '../steps.js';

const it = (/** @type {object} */ options = {}) => ({
  name: 'x',
  dir: '/x',
  ports: {},
  options: { host: '127.0.0.1', ...options },
});
const pairs = {
  page: it(),
  embedded: it(),
  attacked: it(),
  closed: it(),
  lecture: it(),
  real: it({ real: true, mongo: 'mongod' }),
};

test('what the short form leaves out is a step of it all the same, so that it is named', () => {
  const [short, long] = [false, true].map((form) => steps(/** @type {any} */ (pairs), { long: form }));
  assert.deepEqual(
    short.map(({ title }) => title),
    long.map(({ title }) => title),
  );
  assert.ok(!long.some(({ left, short: isShort }) => left || isShort));
  const left = new Set(short.filter((step) => step.left).map(({ part }) => part));
  assert.deepEqual([...left].sort(), ['proof', 'resilience']);
});
