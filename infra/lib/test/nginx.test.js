import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nginx } from '../parts/nginx.js';

test("whatever reaches the workers that serve all comes out of its address's share", () => {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  try {
    const it = { name: 'test', dir, options: { host: '127.0.0.1' }, ports: { laravel: 1, status: 2 } };
    // @ts-expect-error What the configuration does not ask for is left out.
    nginx(it).prepare();
    const config = readFileSync(join(dir, 'nginx.conf'), 'utf8');
    const locations = config.split(/^ {4}location /m);
    const served = locations.filter((location) => location.includes('fastcgi_pass workers;'));
    assert.ok(served.length > 1);
    for (const location of served) assert.match(location, /limit_conn all \d+; limit_conn addresses \d+;/);
    // The address of a line, not each of the many that an IPv6 line has.
    for (const [, key, zone] of config.matchAll(/limit_conn_zone (\S+) zone=(\w+):/g))
      assert.equal(key, zone === 'all' ? '$server_port' : '$address');
  } finally {
    rmSync(dir, { recursive: true });
  }
});
