import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ailment } from './healthy.js';
import { instance, remember, root } from './instance.js';
import { fail, readOptions } from './options.js';
import { laravelEnv, parts } from './parts.js';
import { portOwner } from './port-owner.js';
import { secrets } from './secrets.js';
import { configure, control, launch, states, stop, supervisorPid } from './supervisor.js';

const usage = `infra/up [--detach] [--yes] [--only node|laravel] [--instance NAME] [--offset K]
Starts both chats, waits until they are healthy and prints their addresses. Ctrl-C, or infra/down, stops them.
  --detach         return once they are healthy
  --yes            install missing Debian packages without asking
  --only           one of the two
  --instance NAME  files in var/NAME (dev)
  --offset K       ports 3000+K, 8000+K and 6001+K (0)`;

const { values } = readOptions(usage, {
  detach: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  only: { type: 'string' },
  instance: { type: 'string', default: 'dev' },
  offset: { type: 'string', default: '0' },
});
if (values.only && !['node', 'laravel'].includes(values.only)) fail(`--only takes node or laravel\n${usage}`, 2);
if (!/^[a-z0-9][a-z0-9-]*$/.test(values.instance)) fail('--instance takes lower-case letters, digits and -', 2);
if (!/^\d{1,4}$/.test(values.offset)) fail('--offset takes a number from 0 to 9999', 2);

const it = instance(values.instance, {
  offset: Number(values.offset),
  only: /** @type {'node' | 'laravel' | null} */ (values.only ?? null),
  real: false,
  load: false,
});
const list = parts(it);
if (list.length === 0) fail('There is no part to start here.');

const running = supervisorPid(it);
if (running !== null) {
  console.log(`${it.name} is already up (supervisor's pid ${running}): infra/status tells more, infra/down stops it.`);
  process.exit(0);
}
await stop(it); // what a killed supervisor may have left
for (const part of list) {
  const owner = portOwner(part.port);
  if (owner) {
    const who = owner.pid === null ? owner.command : `pid ${owner.pid} (${owner.command})`;
    fail(`Port ${part.port}, which ${part.name} needs, is taken by ${who}: end that, or add --offset 100.`);
  }
}

remember(it);
const keys = secrets(it);
configure(it, list);
const ended = join(it.dir, 'ended.txt');
rmSync(ended, { force: true });
if (list.some((part) => part.name === 'laravel')) migrate();
launch(it);
for (const part of list) {
  process.stdout.write(`${part.name.padEnd(8)} `);
  await control(it, 'start', part.name);
  await healthy(part);
  console.log(`healthy  ${part.url}`);
}
for (const part of list) {
  if (part.name === 'node') console.log(`Node.js chat  ${part.url}`);
  if (part.name === 'laravel') console.log(`Laravel chat  ${part.url}`);
}
if (values.detach) process.exit(0);
await follow();

function migrate() {
  try {
    execFileSync('php', [join(root, 'laravel-chat/artisan'), 'migrate', '--force', '--no-interaction'], {
      env: { ...process.env, ...keys, ...laravelEnv(it) },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = /** @type {{stdout: string, stderr: string}} */ (error);
    fail(`The migrations failed:\n${stdout}${stderr}`);
  }
}

/**
 * Waits until the part answers; a dot a second. Gives up after a minute, or when the whole was ended.
 * @param {import('./parts.js').Part} part
 */
async function healthy(part) {
  /** @type {string | null} */
  let why = '';
  for (let tries = 0; tries < 300; tries++) {
    why = await ailment(part);
    if (why === null) {
      const { state, pid } = (await states(it))[part.name] ?? {};
      if (state === 'RUNNING' && pid !== null) return;
    }
    if (supervisorPid(it) === null) break;
    if (tries % 5 === 4) process.stdout.write('.');
    await new Promise((next) => setTimeout(next, 200));
  }
  const log = join(it.dir, `log/${part.name}.log`);
  const tail = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-20).join('\n') : '';
  await stop(it);
  fail(`\n${part.name} did not become healthy: ${why}\nThe end of ${log}:\n${tail}`);
}

/** Shows the logs until Ctrl-C, or until the supervisor ends. */
async function follow() {
  console.log('Ctrl-C stops them.\n');
  const tail = spawn('tail', ['-n', '0', '-F', ...list.map((part) => join(it.dir, `log/${part.name}.log`))], {
    stdio: ['ignore', 'inherit', 'ignore'],
    detached: true,
  });
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (asked = true));
  while (!asked && supervisorPid(it) !== null) await new Promise((next) => setTimeout(next, 300));
  tail.kill();
  await stop(it);
  if (existsSync(ended)) fail(readFileSync(ended, 'utf8'));
  console.log('Stopped.');
}
