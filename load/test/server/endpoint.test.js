import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlIn } from '../../src/server/endpoint.js';

test('the page of a chat is at its first front, whatever the order of the parts', () => {
  const parts = [
    { part: 'loop', pid: 1, url: 'ws://127.0.0.1:6001', state: 'healthy' },
    { part: 'fpm', pid: 2, url: 'unix:run/fpm-1.sock', state: 'healthy' },
    { part: 'nginx', pid: 3, url: 'http://127.0.0.1:8000', state: 'healthy' },
  ];
  assert.deepEqual([urlIn('laravel', parts), urlIn('node', parts)], ['http://127.0.0.1:8000', undefined]);
});
