import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrigins } from '../src/origins.js';

/** @param {string} host @param {number} port */
function listening(host, port) {
  const origins = createOrigins({ host, origins: ['https://a.example'] });
  origins.allowPort(port);
  return (...asked) => asked.filter((origin) => origins.admits({ origin }));
}

test('the page is accepted from localhost, 127.0.0.1 and the host that serves it', () => {
  const mine = [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://10.0.0.7:3000',
    'https://a.example',
    undefined,
  ];
  const others = ['http://10.0.0.8:3000', 'https://10.0.0.7:3000', 'http://10.0.0.7', 'http://a.example', 'null', ''];
  assert.deepEqual(listening('10.0.0.7', 3000)(...mine, ...others), mine);
});

test('an IPv6 address is in brackets, and a browser omits port 80', () => {
  assert.deepEqual(listening('::1', 3000)('http://[::1]:3000', 'http://::1:3000'), ['http://[::1]:3000']);
  assert.deepEqual(listening('127.0.0.1', 80)('http://127.0.0.1', 'http://127.0.0.1:80'), ['http://127.0.0.1']);
});
