import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlIn } from '../../src/server/target.js';

const part = (/** @type {string} */ name, /** @type {string} */ url) => ({ part: name, pid: 1, url, state: 'healthy' });

test('a bench goes to the address that its installation serves the target at', () => {
  const real = [
    part('mongo', 'mongodb://127.0.0.1:1'),
    part('node', 'http://127.0.0.1:3430'),
    part('nginx', 'http://127.0.0.1:8430'),
  ];
  assert.equal(urlIn('node', real), 'http://127.0.0.1:3430');
  assert.equal(urlIn('laravel', real), 'http://127.0.0.1:8430');
  assert.equal(urlIn('laravel', [part('laravel', 'http://127.0.0.1:8500')]), 'http://127.0.0.1:8500');
});

test('an installation without the target leaves the usual address', () => {
  assert.equal(urlIn('node', []), undefined);
  assert.equal(urlIn(undefined, [part('node', 'http://127.0.0.1:3430')]), undefined);
});
