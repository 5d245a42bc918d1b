// The compose files and the Containerfile name things that exist; nginx and php-fpm take the files that an image gets.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { fpmProgram } from '../configure.js';
import { root } from '../instance.js';
import { onPath } from '../on-path.js';
import { asOneself, needsNginx } from './nginxFor.js';

const read = (/** @type {string} */ name) => readFileSync(join(root, name), 'utf8');
const containerfile = read('Containerfile').replaceAll('\\\n', ' ');
/** @type {Record<string, any>} */
const { services, volumes } = parse(read('compose.yaml'), { merge: true });

test('compose.yaml names stages, volumes, services and files that are there', () => {
  const stages = [...containerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  for (const [name, service] of Object.entries(services)) {
    if (service.build) assert.ok(stages.includes(service.build.target), name);
    for (const volume of service.volumes ?? []) assert.ok(volume.split(':')[0] in volumes, `${name}: ${volume}`);
    for (const other of Object.keys(service.depends_on ?? {})) assert.ok(other in services, `${name}: ${other}`);
    const files = (service.command ?? []).filter((/** @type {string} */ word) => /^(infra|laravel-chat)\//.test(word));
    for (const file of files) assert.ok(existsSync(join(root, file)), `${name}: ${file}`);
    // What nginx is told to take, and more than that.
    assert.ok(service.ulimits.nofile.soft >= 3 * 16384, name);
    if (!['setup', 'load'].includes(name)) assert.equal(service.restart, 'unless-stopped', name);
  }
  for (const [, source] of containerfile.matchAll(/^COPY (?!--from)(\S+) \S+$/gm))
    assert.ok(existsSync(join(root, source)), source);
});

test('compose.scale.yaml and its balancer name services and files that are there', needsNginx, (t) => {
  const reset = { tag: '!reset', collection: /** @type {const} */ ('seq'), resolve: () => undefined };
  const more = parse(read('compose.scale.yaml'), { merge: true, customTags: [reset] }).services;
  const all = { ...services, ...more };
  for (const [name, service] of Object.entries(more)) {
    assert.ok(service.image || (service.extends?.service ?? name) in services, name);
    for (const other of service.depends_on ?? []) assert.ok(other in all, `${name}: ${other}`);
  }
  const [balancer] = more.front.command.at(-1).split('/').slice(-1);
  const conf = read(`infra/etc/${balancer}`);
  const servers = [...conf.matchAll(/^ *server ([a-z0-9-]+):\d+;$/gm)].map(([, name]) => name);
  assert.deepEqual(servers.filter((name) => name in all).sort(), ['loop', 'loop-2', 'nginx', 'node-chat']);
  const dir = mkdtempSync(join(tmpdir(), 'balancer-'));
  t.after(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'run'));
  writeFileSync(join(dir, balancer), conf.replaceAll(/^( *server )[a-z0-9-]+:/gm, '$1127.0.0.1:'));
  const words = ['-t', '-e', 'stderr', '-p', dir, '-c', join(dir, balancer), ...asOneself];
  const { status, stderr } = spawnSync(onPath('nginx') ?? 'nginx', words, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

test('nginx and php-fpm take the files that the Containerfile makes of infra/etc', needsNginx, (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'container-'));
  t.after(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'run/nginx'), { recursive: true });
  cpSync(join(root, 'infra/etc'), join(dir, 'etc'), { recursive: true });
  const [, settings] = /^ENV (ROOT=.*)$/m.exec(containerfile) ?? [];
  const [, script] = /perl -pi -e '(.*?)'/.exec(containerfile) ?? [];
  const pairs = [...settings.matchAll(/(\w+)=(?:"(.*?)"|(\S+))/g)].map(([, key, quoted, bare]) => [
    key,
    quoted ?? bare,
  ]);
  const env = { ...process.env, ...Object.fromEntries(pairs), DIR: join(dir, 'etc'), RUN: join(dir, 'run') };
  for (const name of ['nginx.conf', 'nginx.php.conf', 'nginx.errors.conf', 'php-fpm.conf', 'php-fpm.pool.conf']) {
    execFileSync('perl', ['-pi', '-e', script, name], { cwd: join(dir, 'etc'), env });
    assert.doesNotMatch(readFileSync(join(dir, 'etc', name), 'utf8'), /(= | )(;|$)/m, name);
  }
  mkdirSync(join(dir, 'etc/php-fpm.d'));
  renameSync(join(dir, 'etc/php-fpm.pool.conf'), join(dir, 'etc/php-fpm.d/php-fpm.pool.conf'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot)
    for (const name of ['php-fpm.conf', 'php-fpm.d/php-fpm.pool.conf'])
      execFileSync('sed', ['-i', 's/^listen =/user=root\\n&/', join(dir, 'etc', name)]);
  for (const [program, words] of /** @type {const} */ ([
    [onPath('nginx') ?? 'nginx', ['-t', '-e', 'stderr', '-p', dir, '-c', join(dir, 'etc/nginx.conf'), ...asOneself]],
    [
      fpmProgram(),
      ['-t', `--fpm-config=${join(dir, 'etc/php-fpm.conf')}`, ...(asRoot ? ['--allow-to-run-as-root'] : [])],
    ],
  ])) {
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', '"$@" 2>&1 | cat >&2; exit ${PIPESTATUS[0]}', '-', program, ...words],
      {
        encoding: 'utf8',
        env: { ...env, CHAT_PRELOAD: '' },
      },
    );
    assert.equal(status, 0, stderr);
  }
});
