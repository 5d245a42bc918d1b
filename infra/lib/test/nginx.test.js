import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nginx } from '../parts/nginx.js';

/** @param {(config: string) => void} look @param {object} [options] */
function withConfig(look, options = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  try {
    const it = {
      name: 'test',
      dir,
      options: { host: '127.0.0.1', ...options },
      ports: { laravel: 1, status: 2, loop: 3 },
    };
    // @ts-expect-error What the configuration does not ask for is left out.
    nginx(it).prepare();
    look(readFileSync(join(dir, 'nginx.conf'), 'utf8'));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test("whatever reaches the workers that serve all comes out of its address's share", () =>
  withConfig((config) => {
    const locations = config.split(/^ {4}location /m);
    const served = locations.filter((location) => location.includes('fastcgi_pass workers;'));
    assert.ok(served.length > 1);
    for (const location of served) assert.match(location, /limit_conn all \d+; limit_conn addresses \d+;/);
    // The address of a line, not each of the many that an IPv6 line has.
    for (const [, key, zone] of config.matchAll(/limit_conn_zone (\S+) zone=(\w+):/g))
      assert.equal(key, zone === 'all' ? '$server_port' : '$address');
  }));

test('a search goes to the workers of searches, however its parameter is written', () =>
  withConfig((config) => {
    const [, lines] = /map "\$request_method \$args" \$messages_by \{(.*?)\n {2}\}/s.exec(config) ?? [];
    const patterns = [...lines.matchAll(/"~(.+)" (\w+);/g)].map(([, pattern, to]) => ({ is: new RegExp(pattern), to }));
    const messagesBy = (/** @type {string} */ call) => patterns.find(({ is }) => is.test(call))?.to ?? 'workers';
    for (const query of ['text=a', 'text', 'limit=1&text=a', '%74ext=a', 't%65%78%74=a&limit=1', 'text&a'])
      for (const method of ['GET', 'HEAD']) assert.equal(messagesBy(`${method} ${query}`), 'searches', query);
    for (const query of ['', 'limit=1', 'context=a', 'texts=a', 'Text=a', 'before=text=', 'text%3Da'])
      assert.equal(messagesBy(`GET ${query}`), 'pages', query);
    assert.equal(messagesBy('POST text=a'), 'workers');
  }));

test('lab calls of the loop go to the loop and are exactly those, where there are lab calls', () => {
  withConfig((config) => assert.doesNotMatch(config, /\^\/lab|zone=lab/));
  withConfig(
    (config) => {
      const [, pattern, body] = /location ~ "(\S+)" \{([^}]*proxy_pass[^}]*)\}/.exec(config) ?? [];
      assert.match(body, /proxy_pass http:\/\/127\.0\.0\.1:3;/);
      for (const path of ['/lab', '/lab/loop/cpu', '/lab/loop/leak']) assert.match(path, new RegExp(pattern));
      for (const path of ['/lab/', '/lab/loop', '/lab/loop/', '/lab/worker/cpu', '/lab/loop/cpu/x', '/x/lab'])
        assert.doesNotMatch(path, new RegExp(pattern));
      // Four at work and 2,000 that wait.
      assert.match(config, /location ~ "\^\/lab\/worker[^}]*limit_conn lab_calls 2004;/);
    },
    { lab: true },
  );
});
