import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { awaitHealthy } from './healthy.js';
import { instance, loopback, recall, remember, root } from './instance.js';
import { lastLines } from './last-lines.js';
import { forRoot } from './on-behalf.js';
import { fail, readOptions } from './options.js';
import { mayRun } from './on-path.js';
import { parts } from './parts/index.js';
import { mongoMissing, mongoServer } from './parts/mongo.js';
import { portOwner } from './port-owner.js';
import { printable } from './printable.js';
import { secrets } from './secrets.js';
import { becomeServiceUser } from './service-user.js';
import { unfitPath } from './unfit-path.js';
import { configure, control, launch, stop, supervisorPid } from './supervisor.js';

const usage = `infra/up [--detach] [--yes] [--only node|laravel] [--real] [--load] [--as-root] [--instance NAME] [--offset K]
Starts both chats, waits until they are healthy and prints their addresses. Ctrl-C, or infra/down, stops them.
  --detach         return once they are healthy
  --yes            install missing Debian packages without asking
  --only           one of the two
  --real           on a MongoDB-protocol server and MariaDB in place of the embedded stores
  --load           --real with the settings of load runs: no rate limits, cheap password hashes; loopback only
  --as-root        root's parts run as root, not as a user of their own: for machines that are thrown away
  --instance NAME  files in var/NAME (dev)
  --offset K       ports 3000+K, 8000+K and 6001+K (0)`;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const { values } = readOptions(usage, {
  detach: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  only: { type: 'string' },
  instance: { type: 'string', default: 'dev' },
  offset: { type: 'string', default: '0' },
  real: { type: 'boolean', default: false },
  load: { type: 'boolean', default: false },
  'as-root': { type: 'boolean', default: process.env.CHAT_AS_ROOT === '1' },
});
if (values.only && !['node', 'laravel'].includes(values.only)) fail(`--only takes node or laravel\n${usage}`, 2);
if (!/^[a-z0-9][a-z0-9-]*$/.test(values.instance)) fail('--instance takes lower-case letters, digits and -', 2);
if (!/^\d{1,3}$/.test(values.offset)) fail('--offset takes a number from 0 to 999', 2);

const host = process.env.CHAT_HOST || loopback;
if (values.load && !/^(127\.|::1$|localhost$)/.test(host)) {
  fail(`--load lifts the rate limits and weakens passwords: refused on ${host}, only on a loopback address`, 2);
}
const real = values.real || values.load;
const mongo = real && values.only !== 'laravel' ? mongoServer() : null;
if (real && values.only !== 'laravel' && mongo === null) fail(mongoMissing, 2);

const it = instance(values.instance, {
  host,
  offset: Number(values.offset),
  only: /** @type {'node' | 'laravel' | null} */ (values.only ?? null),
  real,
  mongo,
  load: values.load,
});

const running = supervisorPid(it);
if (running !== null) {
  console.log(`${it.name} is already up (supervisor's pid ${running}): infra/status tells more, infra/down stops it.`);
  process.exit(0);
}
const unfit = unfitPath(it.dir);
if (unfit) fail(unfit);
// What a killed supervisor may have left, ended as whose it is.
if (!forRoot && recall(it.name))
  execFileSync(process.execPath, [join(root, 'infra/lib/down.js'), '--instance', it.name]);
// While root is still root: who holds a port of another user's is not for everybody to see.
for (const { name, port, morePorts = [] } of parts(it)) {
  for (const wanted of port === undefined ? morePorts : [port, ...morePorts]) {
    const owner = portOwner(wanted);
    if (!owner) continue;
    const who = owner.pid === null ? `${owner.command} (uid ${owner.uid})` : `pid ${owner.pid} (${owner.command})`;
    fail(`Port ${wanted}, which ${name} needs, is taken by ${who}: end that, or add --offset 100.`);
  }
}
const program = mongo?.startsWith('/') ? mongo : null;
await becomeServiceUser(it.dir, { asRoot: values['as-root'], program });
if (program && !mayRun(program)) fail(`${userInfo().username} may not run ${program}.`, 2);
const list = parts(it);
if (list.length === 0) fail('There is no part to start here.');

remember(it);
const keys = secrets(it);
configure(it, list);
const ended = join(it.dir, 'ended.txt');
rmSync(ended, { force: true });
let asked = false;
let followed = false;
// One handler throughout: a signal that comes while handlers change is lost, or kills this process alone.
const interrupted = async () => {
  if (asked) return; // a second Ctrl-C must not leave half of it running
  asked = true;
  if (followed) return; // `follow` ends by it
  await stop(it);
  process.exit(130);
};
for (const signal of signals) process.on(signal, interrupted);
launch(it);
for (const part of list) {
  process.stdout.write(`${part.name.padEnd(8)} `);
  await step(part, 'prepare');
  await control(it, 'start', part.name);
  const why = await awaitHealthy(it, part, () => process.stdout.write('.'));
  if (why !== null) {
    await unlessInterrupted();
    await stop(it);
    fail(`\n${part.name} did not become healthy: ${why}`);
  }
  await step(part, 'complete');
  console.log(`healthy  ${part.url}`);
}
for (const part of list) {
  if (part.name === 'node') console.log(`Node.js chat  ${part.url}`);
  if (part.name === 'nginx') console.log(`Laravel chat  ${part.url}`);
}
if (values.detach) process.exit(0);
await follow();

/**
 * @param {import('./parts/index.js').Part} part
 * @param {'prepare' | 'complete'} what
 */
async function step(part, what) {
  try {
    part[what]?.(keys);
  } catch (error) {
    const { message, stdout, stderr } = /** @type {Error & {stdout?: string, stderr?: string}} */ (error);
    await unlessInterrupted();
    await stop(it);
    const said = `${stdout ?? ''}${stderr ?? ''}`.replaceAll(/^\s*(#\d+ |\[stacktrace\]).*\n/gm, '');
    fail(`\n${part.name}: ${message.split('\n')[0]}\n${lastLines(said, 20)}`);
  }
}

/** A Ctrl-C reaches what runs for us as well: what fails by it is no news, and `interrupted` ends the process. */
async function unlessInterrupted() {
  await new Promise((next) => setTimeout(next, 100)); // a signal that came during execFileSync is told in a later turn
  if (asked) await new Promise(() => {});
}

/** Shows the logs until Ctrl-C, or until the supervisor ends. */
async function follow() {
  followed = true;
  console.log('Ctrl-C stops them.\n');
  const tail = spawn('tail', ['-n', '0', '-F', ...list.map((part) => join(it.dir, `log/${part.name}.log`))], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  // What a client sent may be in a log: it must not drive the terminal.
  tail.stdout.setEncoding('utf8').on('data', (text) => process.stdout.write(printable(text)));
  while (!asked && supervisorPid(it) !== null) await new Promise((next) => setTimeout(next, 300));
  tail.kill();
  await stop(it);
  if (existsSync(ended)) fail(readFileSync(ended, 'utf8'));
  console.log('Stopped.');
}
