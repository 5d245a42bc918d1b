// infra/up, once infra/setup has brought Node.js. Words and environment become options (upOptions.js), an instance
// (instance.js), the environment of its parts (settings.js), and files for nginx and php-fpm (configure.js). Then
// supervisord (supervisor.js) starts the parts (parts.js), each when the one before it is healthy (health.js).
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { addressRows, classroomNotice } from './classroom.js';
import { configure } from './configure.js';
import { mongoServer, prepareMariadb, startsMariadb } from './databases.js';
import { isFree } from './freePort.js';
import { inUrl, instance, listenHosts, recall, remember } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { parts } from './parts.js';
import { becomeOwner } from './serviceUser.js';
import { artisan, keepSettings, settings } from './settings.js';
import { ctl, launch, start as startPart, stop, supervisorPid } from './supervisor.js';
import { UnfitOptions, upOptions } from './upOptions.js';

const usage = usageOf('up');
const { values } = readOptions(usage, {
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
const it = instance(values.instance, options());
const down = it.name === 'dev' ? 'infra/down' : `infra/down --instance ${it.name}`;
const user = becomeOwner(it);
if (values.fresh) await empty();
if (supervisorPid(it) !== null) tellWhatRuns();
const list = parts(it);
for (const { name, port } of list) {
  if (port === undefined || (await isFree(port, ...listenHosts(it.options.host)))) continue;
  fail(`Port ${port}, which ${name} needs, is taken (ss -ltnp shows by whom): end that, or add --offset 100.`);
}

for (const folder of ['log', 'run/nginx', 'data/node', 'data/mongo', 'data/mariadb', 'data/laravel/cache'])
  mkdirSync(join(it.dir, folder), { recursive: true });
// A number in it may be another program's by now.
for (const { name } of list) rmSync(join(it.dir, `run/${name}.pid`), { force: true });
const env = settings(it);
keepSettings(it, env);
remember(it);

let interrupted = false;
/** @type {Promise<void> | undefined} */
let launching;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void interrupt());
try {
  if (it.options.only !== 'node') configure(it);
  if (startsMariadb(it)) prepareMariadb(it, env.DB_PASSWORD, user);
  launching = launch(it, env);
  await launching;
  for (const part of list) await start(part);
} catch (error) {
  const { message, stdout = '', stderr = '' } = /** @type {Error & {stdout?: Buffer, stderr?: Buffer}} */ (error);
  await new Promise((next) => setTimeout(next, 100)); // a Ctrl-C that ended a command of ours is told in a later turn
  if (!interrupted) {
    await stop(it);
    fail(`${message}\n${stdout}${stderr}`);
  }
}
if (!interrupted) {
  tellAddresses(it);
  if (values.detach) console.log(`${down} stops them.`);
  else await follow();
}

/** @returns {import('./instance.js').Options} */
function options() {
  try {
    const before = () => recall(values.instance)?.options ?? null;
    return upOptions(values, process.env, { interfaces: networkInterfaces(), before, mongo: mongoServer() });
  } catch (error) {
    if (error instanceof UnfitOptions) return fail(`${error.message}\n${usage}`, 2);
    throw error;
  }
}

/** @param {import('./parts.js').Part} part */
async function start(part) {
  if (interrupted) return;
  process.stdout.write(`${part.name.padEnd(12)} `);
  if (part.name === list.find(({ name }) => ['loop', 'fpm'].includes(name))?.name) prepareLaravel();
  const problem = await startPart(it, part);
  if (interrupted) return;
  if (problem !== null) {
    const tail = await ctl(it, 'tail', '-3000', part.name);
    throw new Error(`\n${part.name} did not start: ${problem}\nThe end of ${it.dir}/log/${part.name}.log:\n${tail}`);
  }
  console.log(`healthy  ${part.url}`);
}

/** Caches, and a store that is up to date. */
function prepareLaravel() {
  // An earlier version of the code may have left caches.
  rmSync(join(it.dir, 'data/laravel/cache'), { recursive: true });
  mkdirSync(join(it.dir, 'data/laravel/cache'));
  artisan(env, 'config:cache');
  artisan(env, 'route:cache');
  artisan(env, 'migrate', '--force');
}

/** Ctrl-C ends all of it, also while it starts, and also when it is typed twice. */
async function interrupt() {
  if (interrupted) return;
  interrupted = true;
  // infra/down finds supervisord by its pid, which is not there at once.
  await launching;
  await stop(it);
  console.log('Stopped.');
  process.exit(130);
}

/** Ends with the addresses of the instance that is up, unless it lacks what this infra/up asks for. */
function tellWhatRuns() {
  const up = recall(it.name) ?? it;
  const words = /** @type {const} */ (['classroom', 'lecture', 'load', 'real', 'processes', 'workers']);
  const lacking = words
    .filter((word) => values[word] && it.options[word] !== up.options[word])
    .map((word) => (values[word] === true ? `--${word}` : `--${word} ${values[word]}`));
  if (lacking.length > 0)
    fail(`${it.name} is already up, but not with ${lacking.join(' ')}: ${down}, then infra/up again.`);
  console.log(`${it.name} is already up: infra/status shows its parts, ${down} stops it.`);
  tellAddresses(up);
  process.exit(0);
}

/** @param {import('./instance.js').Instance} it */
function tellAddresses(it) {
  const { classroom, lecture, host, joinCode } = it.options;
  const reached = parts(it).filter(({ name }) => ['node', 'nginx', 'loop'].includes(name));
  const titles = /** @type {Record<string, string>} */ ({ node: 'Node.js chat', nginx: 'Laravel chat' });
  const chats = reached.flatMap(({ name, url, port }) =>
    titles[name] ? { title: titles[name], url: classroom ? `http://${inUrl(host)}:${port}` : url } : [],
  );
  const ports = reached.flatMap(({ port }) => port ?? []);
  if (classroom) console.log(classroomNotice(chats, joinCode ?? '', ports, process.stdout.isTTY));
  else console.log(`\nOpen in a browser:\n${addressRows(chats)}`);
  const of = it.name === 'dev' ? '' : ` --instance ${it.name}`;
  if (lecture)
    console.log(`For the class, in another terminal of this machine:
  course/live${of}   the page for the projector: what each loop and worker does
  course/lab 1${of}  the first lab; course/lab alone lists them all`);
}

/** Stops the instance and removes what its own databases hold. */
async function empty() {
  const { mongo, mariadb } = it.options;
  if (mariadb || mongo?.includes('://'))
    fail('--fresh cannot empty a server that infra/up did not start: drop its database, then omit --fresh.', 2);
  await stop(it);
  rmSync(join(it.dir, 'data'), { recursive: true, force: true });
}

/** Shows the logs until Ctrl-C, or until infra/down is typed elsewhere. */
async function follow() {
  console.log('Ctrl-C stops them.\n');
  // A terminal that is gone: SIGHUP or infra/down still stops them.
  process.stdout.on('error', () => {});
  const tail = spawn('tail', ['-n', '0', '-F', ...list.map((part) => join(it.dir, `log/${part.name}.log`))], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Logs quote what clients sent: its control characters would drive the terminal.
  tail.stdout.setEncoding('utf8').on('data', (text) => process.stdout.write(text.replaceAll(/[^\P{Cc}\n\t]/gu, '')));
  while (!interrupted && supervisorPid(it) !== null) await new Promise((next) => setTimeout(next, 300));
  tail.kill();
}
