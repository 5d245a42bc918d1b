import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../instance.js';
import { secrets } from '../secrets.js';
import { steps } from '../steps.js';

const folder = mkdtempSync(join(tmpdir(), 'chat-env-'));
after(() => rmSync(folder, { recursive: true }));
const done = join(folder, 'done');
const foul = `touch ${done}\nPUSHER_APP_KEY='a'; touch ${done}\nDB_PASSWORD="$(touch ${done})"\nLD_PRELOAD='/x.so'\nBASH_ENV='x'\n`;

test('what an instance calls its settings is read, not run', () => {
  writeFileSync(join(folder, 'env'), foul);
  const script = `set -euo pipefail; . ${root}/infra/lib/load-env.sh; load_keys ${folder}/env; echo "\${PUSHER_APP_KEY-}\${LD_PRELOAD-}\${BASH_ENV-}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  assert.deepEqual([stdout, stderr, existsSync(done)], ['\n', '', false]);
});

test('no part and no step of infra/test runs it', () => {
  const it = /** @type {any} */ ({ name: 'x', dir: folder, ports: {}, options: { host: '127.0.0.1', real: false } });
  const instances = { page: it, embedded: it, attacked: it, closed: it, lecture: it, real: it };
  const commands = steps(instances, { long: false }).map(({ command }) => command.join(' '));
  assert.deepEqual(
    commands.filter((command) => /\. "\$1"/.test(command)),
    [],
  );
  const run = join(folder, 'run');
  spawnSync('mkdir', [run]);
  for (const name of ['p.env', 'p.pgid']) writeFileSync(join(run, name), '');
  spawnSync('bash', [join(root, 'infra/lib/part.sh'), run, 'p', 'true']);
  assert.equal(existsSync(done), false);
});

test('each key of an instance is handed on as it was made', () => {
  const it = /** @type {any} */ ({ dir: mkdtempSync(join(folder, 'keys-')) });
  const made = secrets(it);
  const script = `. ${root}/infra/lib/load-env.sh; load_keys ${it.dir}/env; env -0`;
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8', env: { PATH: process.env.PATH } });
  const lines = stdout.split('\0');
  for (const [name, value] of Object.entries(made)) assert.ok(lines.includes(`${name}=${value}`), name);
  assert.equal(readFileSync(join(it.dir, 'env'), 'utf8').split('\n').length - 1, Object.keys(made).length);
});
