import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { configure } from '../configure.js';
import { freeOffset } from '../free-port.js';
import { address, instance, loopback } from '../instance.js';
import { onPath } from '../on-path.js';

const offset = await freeOffset(900);

export const needsNginx = { skip: onPath('nginx') === null && 'there is no nginx', timeout: 60_000 };

/**
 * An nginx whose workers are what listens at the sockets of php-fpm.
 * @param {import('node:test').TestContext} t @param {{load?: boolean, lab?: boolean}} [mode]
 */
export function nginxFor(t, { load = false, lab = false } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  t.after(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'run/nginx'), { recursive: true });
  const options = { host: loopback, offset, only: null, real: false, load, lab, workers: 4 };
  const it = { ...instance('test-nginx', options), dir };
  const log = join(dir, 'nginx.log');
  return {
    it,
    /**
     * @param {string} path that it is asked for until it answers
     * @param {import('node:net').Server[]} listening for it
     */
    async start(path, ...listening) {
      for (const server of listening) {
        t.after(() => server.close());
        if (!server.listening) await once(server, 'listening');
      }
      configure(it);
      const url = address(it, 'http', it.ports.laravel);
      const file = openSync(log, 'a');
      // nginx's workers could not reach sockets of root's.
      const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
      const words = ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), ...user];
      const child = spawn(onPath('nginx') ?? 'nginx', words, { stdio: ['ignore', file, file] });
      closeSync(file);
      const gone = once(child, 'exit');
      // Not at once: its workers would stay, and with them the port.
      t.after(() => (child.kill('SIGTERM'), gone));
      const call = (/** @type {string} */ path, method = 'GET') => fetch(url + path, { method }).catch(() => null);
      for (;;) {
        const first = await call(path);
        if (first) return { call, first, url };
        assert.equal(child.exitCode, null, readFileSync(log, 'utf8'));
        await sleep(20, undefined, { signal: t.signal });
      }
    },
  };
}

/** A record of FastCGI. @param {number} type @param {Buffer} content */
export const fastCgi = (type, content) =>
  Buffer.concat([Buffer.from([1, type, 0, 1, content.length >> 8, content.length & 255, 0, 0]), content]);
export const STDOUT = 6;
export const END_REQUEST = 3;
