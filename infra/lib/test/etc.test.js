// Tests the files of infra/etc in an image, and those of Compose. nginx.test.js and up.test.js test a machine's files.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { fpmProgram } from '../configure.js';
import { root } from '../instance.js';
import { onPath } from '../onPath.js';

const read = (name) => readFileSync(join(root, name), 'utf8');
const { errors, limits, page } = JSON.parse(read('contract/contract.json'));

/** Makes a folder for the files of nginx and php-fpm. */
function folder(t) {
  const dir = mkdtempSync(join(tmpdir(), 'etc-'));
  t.after(() => rmSync(dir, { recursive: true }));
  for (const name of ['run/nginx', 'log']) mkdirSync(join(dir, name), { recursive: true });
  return dir;
}

/** Asserts that a program of an ordinary user accepts the files in a folder. */
function assertAccepted(dir, [program, ...args], env = {}) {
  // php-fpm opens /dev/stderr, which must be a file.
  const log = openSync(join(dir, 'output'), 'w');
  const asRoot = process.getuid?.() === 0;
  if (asRoot) execFileSync('chown', ['-R', '65534', dir]);
  const { status } = spawnSync(program, args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, PHP_INI_SCAN_DIR: `:${join(root, 'infra/etc/php')}`, CHAT_PRELOAD: '', ...env },
    ...(asRoot && { uid: 65534, gid: 65534 }),
  });
  closeSync(log);
  assert.equal(status, 0, readFileSync(join(dir, 'output'), 'utf8'));
}

const nginxCheck = (dir, conf) => [onPath('nginx') ?? 'nginx', '-t', '-e', 'stderr', '-p', dir, '-c', conf];

test('nginx and php-fpm accept the files that the Containerfile makes of infra/etc', (t) => {
  const dir = folder(t);
  const etc = join(dir, 'infra/etc');
  for (const each of ['infra/etc', 'contract/contract.json'])
    cpSync(join(root, each), join(dir, each), { recursive: true });
  const containerfile = read('Containerfile').replaceAll('\\\n', ' ');
  const [, values] = /^ENV (ROOT=.*)$/m.exec(containerfile) ?? [];
  const [, script] = /^RUN (cd infra\/etc .*)$/m.exec(containerfile) ?? [];
  const pairs = [...values.matchAll(/(\w+)=(?:"(.*?)"|(\S+))/g)].map(([, key, quoted, bare]) => [key, quoted ?? bare]);
  const env = { ...Object.fromEntries(pairs), DIR: etc, RUN: join(dir, 'run') };
  execFileSync('sh', ['-euc', script], { cwd: dir, env: { ...process.env, ...env } });
  for (const name of ['nginx.conf', 'nginx.php.conf', 'php-fpm.conf', 'php-fpm.d/1.conf', 'php-fpm.d/login.conf'])
    assert.doesNotMatch(readFileSync(join(etc, name), 'utf8'), /(= | )(;|$)/m, name);
  assertAccepted(dir, nginxCheck(dir, join(etc, 'nginx.conf')), env);
  assertAccepted(dir, [fpmProgram(), '-t', `--fpm-config=${join(etc, 'php-fpm.conf')}`], env);
});

test('nginx accepts balancer.conf', (t) => {
  const dir = folder(t);
  const conf = read('infra/etc/balancer.conf').replaceAll(/^( *server )[a-z0-9-]+:/gm, '$1127.0.0.1:');
  writeFileSync(join(dir, 'balancer.conf'), conf);
  assertAccepted(dir, nginxCheck(dir, join(dir, 'balancer.conf')));
});

test('compose.yaml and the Containerfile name existing stages, services and files', () => {
  const services = Object.entries(parse(read('compose.yaml'), { merge: true }).services);
  const names = services.map(([name]) => name);
  const stages = [...read('Containerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  for (const [name, { build, command = [], depends_on: needs = {} }] of services) {
    if (build) assert.ok(stages.includes(build.target), name);
    for (const other of Object.keys(needs)) assert.ok(names.includes(other), `${name}: ${other}`);
    for (const [, file] of command.join(' ').matchAll(/(?<![\w/])(?:\/srv\/chat\/)?((?:infra|laravel-chat)\/\S+)/g))
      assert.ok(existsSync(join(root, file)), `${name}: ${file}`);
  }
  for (const [, source] of read('Containerfile').matchAll(/^COPY (?!--from)(\S+) \S+$/gm))
    assert.ok(existsSync(join(root, source)), source);
});

test('nginx has the statuses and limits of contract.json, and serves the files of its page', () => {
  const etc = (name) => read(`infra/etc/${name}`);
  const answers = ['nginx.conf', 'nginx.lab.conf'].flatMap((name) => [
    ...etc(name).matchAll(/=(\d+) \/\.errors\/(\w+);/g),
  ]);
  assert.ok(answers.length > 10);
  for (const [, status, code] of answers) assert.equal(Number(status), errors[code].status, code);
  const [, pattern] = /location ~ \^\/web\/(\S+)\$ \{/.exec(etc('nginx.conf')) ?? [];
  assert.equal(`^${pattern}$`, page.files);
  assert.ok(etc('nginx.conf').includes(`client_body_timeout ${limits.requestSeconds}s;`));
  assert.match(read('Containerfile'), new RegExp(`POOL=login BACKLOG=${limits.loginsWaitingMax} `));
});
