// What nginx does to requests. Servers of this test listen in php-fpm's place.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { configure, fpmSocket } from '../configure.js';
import { freeOffset } from '../freePort.js';
import { address, instance, loopback, root } from '../instance.js';
import { onPath } from '../onPath.js';

const { errors } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8'));
const options = { host: loopback, offset: await freeOffset(900), only: null, real: false, load: false, workers: 4 };

/** @param {import('node:test').TestContext} t @param {{load?: boolean, lab?: boolean}} [mode] */
function newInstance(t, mode) {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  t.after(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'run/nginx'), { recursive: true });
  return { ...instance('test-nginx', { ...options, ...mode }), dir };
}

/** @param {import('node:test').TestContext} t @param {import('../instance.js').Instance} it its files and address */
async function startNginx(t, it) {
  configure(it);
  // nginx's workers could not reach sockets of root's.
  const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
  const words = ['-e', 'stderr', '-p', it.dir, '-c', join(it.dir, 'nginx.conf'), ...user];
  const child = spawn(onPath('nginx') ?? 'nginx', words, { stdio: 'ignore' });
  const gone = once(child, 'exit');
  // Not SIGKILL: its workers would stay, and with them the port.
  t.after(() => (child.kill('SIGTERM'), gone));
  const url = address(it, 'http', it.ports.laravel);
  while (!(await fetch(`${url}/web/`).catch(() => null))) {
    assert.equal(child.exitCode, null, 'nginx has ended');
    await sleep(20);
  }
  return url;
}

/** A record of FastCGI. @param {number} type @param {Buffer} content */
const fastCgi = (type, content) =>
  Buffer.concat([Buffer.from([1, type, 0, 1, content.length >> 8, content.length & 255, 0, 0]), content]);
const STDOUT = 6;
const END_REQUEST = 3;

/** In php-fpm's place: answers with the time that it was told, once it may. @param {Promise<void>} may */
const workers = (may) =>
  createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async (bytes) => {
      const [, start = ''] = /HTTP_X_REQUEST_START(t=[\d.]+|mine)?/.exec(bytes.toString('latin1')) ?? [];
      await may;
      const answer = fastCgi(STDOUT, Buffer.from(`Status: 200 OK\r\n\r\n${start}`));
      socket.end(Buffer.concat([answer, fastCgi(END_REQUEST, Buffer.alloc(8))]));
    });
  });

/**
 * Asks on so many connections at once, and lets the workers answer when the first of them is refused or all have come
 * that far.
 * @param {import('node:test').TestContext} t @param {{load: boolean}} mode @param {number} count
 * @returns {Promise<string[]>} the answers in the order in which they came
 */
async function askAtOnce(t, mode, count) {
  const it = newInstance(t, mode);
  const { promise: may, resolve: answer } = Promise.withResolvers();
  let came = 0;
  for (const pool of [1, 2, 3, 4, 5, 6]) {
    const server = workers(may).listen({ path: fpmSocket(it, pool), backlog: 4096 });
    server.on('connection', () => ++came === count && answer());
    t.after(() => server.close());
  }
  await startNginx(t, it);
  /** @type {string[]} */
  const answers = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(it.ports.laravel, loopback).setEncoding('latin1');
      socket.write('GET /me HTTP/1.1\r\nhost: x\r\nx-request-start: mine\r\nconnection: close\r\n\r\n');
      let text = '';
      socket.on('data', (more) => (text += more));
      await once(socket, 'end');
      answers.push(text);
      answer();
    }),
  );
  return answers;
}

test('an address over its thousand waiting requests gets 503 with Retry-After', async (t) => {
  const [first, ...others] = await askAtOnce(t, { load: false }, 1001);
  assert.match(first, /^HTTP\/1.1 503 /);
  assert.match(first, /\r\nRetry-After: 1\r\n/);
  assert.match(first, /"code":"too_many_connections"/);
  // nginx, not the client, says when a request came into the queue.
  for (const answer of others) assert.match(answer, /^HTTP\/1.1 200 [^]*t=\d{10,}\.\d{3}/);
});

test('without limits nginx counts no address, and tells workers no arrival time', async (t) => {
  for (const answer of await askAtOnce(t, { load: true }, 1100))
    assert.match(answer, /^HTTP\/1.1 200 (?!.*(?:mine|t=)).*$/s);
});

test('without a worker every request gets an error with Retry-After, also a login or a lab call', async (t) => {
  const url = await startNginx(t, newInstance(t, { lab: true }));
  for (const [path, code] of [
    ['/login', 'too_many_logins'],
    ['/messages', 'too_many_connections'],
    ['/lab/worker/cpu', 'too_many_lab_calls'],
  ]) {
    const answer = await fetch(url + path, { method: 'POST' });
    assert.equal(answer.status, errors[code].status);
    assert.equal((await answer.json()).error.code, code);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  }
  assert.equal((await fetch(`${url}/.errors/internal`)).status, 404);
});
