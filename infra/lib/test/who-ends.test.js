import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoEnds } from '../who-ends.js';

const states = (/** @type {Record<string, string>} */ byPart) =>
  Object.fromEntries(Object.entries(byPart).map(([part, state]) => [part, { state }]));
const up = { mongo: 'RUNNING', node: 'RUNNING', mariadb: 'RUNNING', loop: 'RUNNING', fpm: 'BACKOFF', nginx: 'RUNNING' };

test('a part that dies again and again ends its own chat, and the other goes on', () => {
  assert.deepEqual(whoEnds('fpm', states(up)), ['nginx', 'fpm', 'loop']);
  assert.deepEqual(whoEnds('node', states(up)), ['node']);
});

test('a database that dies again and again goes with its chat', () => {
  assert.deepEqual(whoEnds('mariadb', states(up)), ['nginx', 'fpm', 'loop', 'mariadb']);
});

test('where no other chat runs, the whole ends', () => {
  assert.equal(whoEnds('node', states({ node: 'BACKOFF' })), 'all');
  assert.equal(whoEnds('node', states({ node: 'BACKOFF', loop: 'STOPPED', fpm: 'STOPPED', nginx: 'STOPPED' })), 'all');
  // The supervisor's own listeners belong to no chat.
  assert.equal(whoEnds('node', states({ node: 'BACKOFF', deaths: 'RUNNING', heartbeat: 'RUNNING' })), 'all');
});
