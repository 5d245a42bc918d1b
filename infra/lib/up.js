// infra/up, once infra/setup has brought Node.js. Arguments and environment become options (upOptions.js), an instance
// (instance.js), the environment of its parts (settings.js), and files for nginx and php-fpm (configure.js). Then
// supervisord (supervisor.js) starts the parts (parts.js), each when the one before it is healthy (health.js).
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail, readArguments, usageOf } from './commandLine.js';
import { configure } from './configure.js';
import { mongoServer, prepareMariadb, startsMariadb } from './databases.js';
import { freeOffset, isFree } from './freePort.js';
import { createInstance, listenHosts, readInstance, saveInstance } from './instance.js';
import { prepareLaravel } from './laravel.js';
import { addressNotice, instanceOption } from './notices.js';
import { partsOf } from './parts.js';
import { becomeOwner } from './serviceUser.js';
import { writeSettings, settingsOf } from './settings.js';
import { ctl, startPart, startSupervisor, stopSupervisor, supervisorPid } from './supervisor.js';
import { UnfitOptions, upOptions } from './upOptions.js';

const { values } = readArguments('up', {
  detach: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  only: { type: 'string' },
  instance: { type: 'string', default: 'dev' },
  offset: { type: 'string', default: '0' },
  real: { type: 'boolean', default: false },
  load: { type: 'boolean', default: false },
  lecture: { type: 'boolean', default: false },
  workers: { type: 'string' },
  processes: { type: 'string' },
  classroom: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
});
if (values.offset === 'free') values.offset = String(await freeOffset());
const instance = createInstance(values.instance, optionsAsked());
const { dir, options } = instance;
const down = `infra/down${instanceOption(instance)}`;
becomeOwner(instance);
if (values.fresh) await empty();
if (supervisorPid(instance) !== null) reportRunning();
const parts = partsOf(instance);
for (const { name, port } of parts) {
  if (port === undefined || (await isFree(port, ...listenHosts(options.host)))) continue;
  fail(`Port ${port}, which ${name} needs, is taken (ss -ltnp shows by whom): end that, or add --offset free.`);
}

for (const folder of ['log', 'run/nginx', 'data/node', 'data/mongo', 'data/mariadb', 'data/laravel'])
  mkdirSync(join(dir, folder), { recursive: true });
// A number in it may be another program's by now.
for (const { name } of parts) rmSync(join(dir, `run/${name}.pid`), { force: true });
const settings = settingsOf(instance);

let isInterrupted = false;
/** @type {Promise<void> | undefined} */
let supervisorStart;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void interrupt());
try {
  writeSettings(instance, settings);
  saveInstance(instance);
  if (options.only !== 'node') configure(instance);
  if (startsMariadb(instance)) prepareMariadb(instance, settings.DB_PASSWORD);
  supervisorStart = startSupervisor(instance, settings);
  await supervisorStart;
  for (const part of parts) await start(part);
} catch (error) {
  // A Ctrl-C ends a command of ours first, and runs interrupt() in a later turn.
  await pause(100);
  const { message, stdout = '', stderr = '' } = /** @type {Error & {stdout?: Buffer, stderr?: Buffer}} */ (error);
  if (!isInterrupted) {
    await stopSupervisor(instance);
    fail(`${message}\n${stdout}${stderr}`);
  }
}
if (!isInterrupted) {
  console.log(addressNotice(instance, process.stdout.isTTY));
  if (values.detach) console.log(`${down} stops them.`);
  else await follow();
}

function optionsAsked() {
  try {
    const machine = { interfaces: networkInterfaces(), mongo: mongoServer() };
    return upOptions(values, process.env, machine, () => readInstance(values.instance)?.options);
  } catch (error) {
    if (error instanceof UnfitOptions) return fail(`${error.message}\n${usageOf('up')}`, 2);
    throw error;
  }
}

/** Stops the instance and removes what its own databases hold. */
async function empty() {
  const { mongo, mariadb } = options;
  if (mariadb || mongo?.includes('://'))
    fail('--fresh cannot empty a server that infra/up did not start: drop its database, then omit --fresh.', 2);
  await stopSupervisor(instance);
  rmSync(join(dir, 'data'), { recursive: true, force: true });
}

/** Ends with the addresses of the instance that is up, unless it lacks what this infra/up asks for. */
function reportRunning() {
  const running = readInstance(instance.name) ?? instance;
  const names = /** @type {const} */ (['classroom', 'lecture', 'load', 'real', 'processes', 'workers']);
  const lacking = names
    .filter((name) => values[name] && options[name] !== running.options[name])
    .map((name) => (values[name] === true ? `--${name}` : `--${name} ${values[name]}`));
  if (lacking.length > 0)
    fail(`${instance.name} is already up, but not with ${lacking.join(' ')}: ${down}, then infra/up again.`);
  console.log(`${instance.name} is already up: infra/status shows its parts, ${down} stops it.`);
  console.log(addressNotice(running, process.stdout.isTTY));
  process.exit(0);
}

/** @param {import('./parts.js').Part} part */
async function start(part) {
  if (isInterrupted) return;
  process.stdout.write(`${part.name.padEnd(12)} `);
  // Before the first part that is Laravel's, and after its database.
  if (part === parts.find(({ name }) => ['loop', 'fpm'].includes(name))) prepareLaravel(settings);
  const problem = await startPart(instance, part);
  if (isInterrupted) return;
  if (problem !== null) {
    const tail = await ctl(instance, 'tail', '-3000', part.name);
    throw new Error(`\n${part.name} did not start: ${problem}\nThe end of ${dir}/log/${part.name}.log:\n${tail}`);
  }
  console.log(`healthy  ${part.url}`);
}

/** Ctrl-C ends all of it, also while it starts, and also when it is typed twice. */
async function interrupt() {
  if (isInterrupted) return;
  isInterrupted = true;
  // Before that stopSupervisor() finds no supervisord.
  await supervisorStart;
  await stopSupervisor(instance);
  console.log('Stopped.');
  process.exit(130);
}

/** Shows the logs until Ctrl-C, or until infra/down is typed elsewhere. */
async function follow() {
  console.log('Ctrl-C stops them.\n');
  // A terminal that is gone: SIGHUP or infra/down still stops them.
  process.stdout.on('error', () => {});
  const tail = spawn('tail', ['-n', '0', '-F', ...parts.map(({ name }) => join(dir, `log/${name}.log`))], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Logs quote what clients sent: its control characters would drive the terminal.
  tail.stdout.setEncoding('utf8').on('data', (text) => process.stdout.write(text.replaceAll(/[^\P{Cc}\n\t]/gu, '')));
  while (!isInterrupted && supervisorPid(instance) !== null) await pause(300);
  tail.kill();
}
