import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takesSessionElsewhere } from '../view/messageLink.js';

/** @param {string} page where it is open @param {string} href */
function isRefused(page, href) {
  const url = new URL(page);
  globalThis.location = /** @type {any} */ ({ origin: url.origin, hostname: url.hostname });
  return takesSessionElsewhere(href);
}

test('a link to another port of the host that serves the page takes the session there', () => {
  for (const [page, href] of [
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:9123/page'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1/'],
    ['http://127.0.0.1:3000/', 'https://127.0.0.1:3000/'],
    ['http://192.168.1.5:3000/', 'http://192.168.1.5:8000/'],
    ['http://chat.test/', 'http://CHAT.test.:8080/'],
    ['http://chat.test./', 'http://chat.test:8080/'],
    ['http://[fd00::2]:3000/', 'http://[fd00:0::2]:9123/'],
  ])
    assert.equal(isRefused(page, href), true, `${page} ${href}`);
});

test('whatever is written for this machine is this machine', () => {
  for (const host of [
    'localhost',
    'LocalHost',
    'localhost.',
    'a.localhost',
    '127.1',
    '127.0.0.2',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '%3127.0.0.1',
    '①②⑦.0.0.1',
    '0',
    '0.0.0.0',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0.0.0.0]',
  ])
    for (const page of [
      'http://127.0.0.1:3000/',
      'http://localhost:3000/',
      'http://[::1]:3000/',
      'http://10.0.0.1:3000/',
    ])
      assert.equal(isRefused(page, `http://${host}:9123/`), true, `${page} ${host}`);
});

test('a link into this chat, to another host, or to a mailbox takes nothing', () => {
  for (const [page, href] of [
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000/#m7'],
    ['http://[::1]:3000/', 'http://[::1]:3000/'],
    ['http://127.0.0.1:3000/', 'https://example.org/'],
    ['http://chat.test:3000/', 'http://www.chat.test:3001/'],
    ['http://127.0.0.1:3000/', 'http://localhost.example.org:3000/'],
    ['http://127.0.0.1:3000/', 'http://[2001:db8::1]:9123/'],
    ['http://127.0.0.1:3000/', 'mailto:a@b.test'],
  ])
    assert.equal(isRefused(page, href), false, `${page} ${href}`);
});
