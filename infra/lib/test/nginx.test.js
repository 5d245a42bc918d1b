// Tests nginx before servers of this file, which replace php-fpm.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { configure, fpmSocket, pools } from '../configure.js';
import { freeOffset } from '../freePort.js';
import { addressOf, createInstance, loopback, root } from '../instance.js';
import { onPath } from '../onPath.js';
import { upOptions } from '../upOptions.js';

const { errors } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8'));
const offset = await freeOffset();

/** Starts the nginx of an instance until the test ends. */
async function startNginx(t, options) {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  t.after(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'run/nginx'), { recursive: true });
  const all = { ...upOptions({ offset: `${offset}` }, { env: {} }), ...options };
  const instance = { ...createInstance('test-nginx', all), dir };
  configure(instance);
  // nginx's workers could not reach root's sockets.
  const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
  const args = ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), ...user];
  const child = spawn(onPath('nginx') ?? 'nginx', args, { stdio: 'ignore' });
  const exit = once(child, 'exit');
  // After SIGKILL nginx's workers would stay, and hold the port.
  t.after(() => (child.kill('SIGTERM'), exit));
  const url = addressOf(instance, 'http', instance.ports.laravel);
  while (!(await fetch(`${url}/web/`).catch(() => null))) {
    assert.equal(child.exitCode, null, 'nginx has ended');
    await pause(20);
  }
  return { instance, url };
}

/**
 * Sends 1,001 requests at once to workers that answer none. Returns those that reached the workers, when all have come
 * or nginx has refused one.
 */
async function overload(t, options) {
  const { instance } = await startNginx(t, options);
  const requests = [];
  const { promise, resolve } = Promise.withResolvers();
  const first = Promise.withResolvers();
  for (const pool of pools(instance)) {
    const server = createServer((socket) => {
      socket.setEncoding('latin1').on('error', () => {});
      socket.once('data', (text) => {
        first.resolve(undefined);
        if (requests.push(text) === 1001) resolve(undefined);
      });
    });
    server.listen({ path: fpmSocket(instance, pool), backlog: 4096 });
    t.after(() => server.close());
  }
  const clients = Array.from({ length: 1001 }, () => {
    const client = connect(instance.ports.laravel, loopback).setEncoding('latin1');
    client.write('GET /me HTTP/1.1\r\nhost: x\r\nx-request-start: t=1\r\nconnection: close\r\n\r\n');
    return client.on('error', () => {}).once('data', resolve);
  });
  const [refusal] = await Promise.all([promise, first.promise]);
  for (const client of clients) client.destroy();
  return { requests, refusal };
}

test('an address over its thousand waiting requests gets 503 with Retry-After', async (t) => {
  const { requests, refusal = '' } = await overload(t, {});
  assert.match(refusal, /^HTTP\/1.1 503 [^]*\r\nRetry-After: 1\r\n[^]*"code":"too_many_connections"/);
  // nginx, not the client, says when a request entered the queue.
  for (const request of requests) assert.match(request, /HTTP_X_REQUEST_STARTt=\d{10,}\.\d{3}/);
});

test('without limits nginx refuses no address, and tells workers no arrival time', async (t) => {
  const { requests, refusal } = await overload(t, { load: true, limits: false, overloadLimits: false });
  assert.equal(refusal, undefined);
  for (const request of requests) assert.doesNotMatch(request, /HTTP_X_REQUEST_START/);
});

test('without a worker every request gets an error with Retry-After, also a login or a lab call', async (t) => {
  const { url } = await startNginx(t, { lab: true });
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
