import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { addressesNotice } from './addresses.js';
import { classroomNotice } from './classroom.js';
import { awaitHealthy } from './healthy.js';
import { isFree } from './free-port.js';
import { instance, recall, remember, root } from './instance.js';
import { lastLines } from './last-lines.js';
import { fail, readOptions, usageOf } from './options.js';
import { parts } from './parts/index.js';
import { mongoMissing, mongoServer } from './parts/mongo.js';
import { printable } from './printable.js';
import { secrets } from './secrets.js';
import { dropRoot } from './service-user.js';
import { UnfitOptions, upOptions } from './up-options.js';
import { configure, control, launch, stop, supervisorPid } from './supervisor.js';

const usage = usageOf('up');

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
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
  classroom: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
});
const it = instance(values.instance, options());
if (it.options.real && it.options.only !== 'laravel' && it.options.mongo === null) fail(mongoMissing, 2);

const down = it.name === 'dev' ? 'infra/down' : `infra/down --instance ${it.name}`;
if (values.fresh) await empty();
const running = supervisorPid(it);
if (running !== null) {
  const up = recall(it.name) ?? it;
  const lacking = /** @type {const} */ (['classroom', 'lecture', 'load', 'real']).filter(
    (word) => values[word] && !up.options[word],
  );
  if (lacking.length > 0)
    fail(`${it.name} is already up, without --${lacking.join(' and --')}: ${down}, then infra/up again.`);
  if (values.workers && it.options.workers !== up.options.workers)
    fail(`${it.name} is already up, with --workers ${up.options.workers}: ${down}, then infra/up again.`);
  console.log(`${it.name} is already up (supervisor's pid ${running}): infra/status tells more, ${down} stops it.`);
  tellAddresses(up);
  process.exit(0);
}
// Ends the leftovers of a killed supervisor, as their owner.
if (recall(it.name)) execFileSync(process.execPath, [join(root, 'infra/lib/down.js'), '--instance', it.name]);
for (const { name, port } of parts(it)) {
  if (port === undefined || (await isFree(port))) continue;
  fail(`Port ${port}, which ${name} needs, is taken (ss -ltnp shows by whom): end that, or add --offset 100.`);
}
dropRoot(it.dir);
const list = parts(it);
if (list.length === 0) fail('There is no part to start here.');

remember(it);
const keys = secrets(it);
configure(it, list);
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
  await prepare(part);
  await control(it, 'start', part.name);
  const why = await awaitHealthy(it, part, () => process.stdout.write('.'));
  if (why !== null) {
    await unlessInterrupted();
    await stop(it);
    fail(`\n${part.name} did not become healthy: ${why}`);
  }
  console.log(`healthy  ${part.url}`);
}
tellAddresses(it);
if (values.detach) {
  console.log(`${down} stops them.`);
  process.exit(0);
}
await follow();

/** @param {import('./instance.js').Instance} it */
function tellAddresses(it) {
  const reached = parts(it).filter(({ name }) => ['node', 'nginx', 'loop'].includes(name));
  const titles = /** @type {Record<string, string>} */ ({ node: 'Node.js chat', nginx: 'Laravel chat' });
  const chats = reached.filter(({ name }) => titles[name]).map(({ name, url }) => ({ title: titles[name], url }));
  if (!it.options.classroom) {
    console.log(addressesNotice(chats, { name: it.name, lecture: Boolean(it.options.lecture) }));
    return;
  }
  const ports = reached.flatMap(({ port }) => port ?? []);
  console.log(classroomNotice(chats, it.options.joinCode ?? '', ports, { colours: process.stdout.isTTY }));
}

/** Stops the instance and removes what its own databases hold. */
async function empty() {
  const { mongo, mariadb } = it.options;
  const hints = [
    ...(mongo?.includes('://') ? [`mongosh "$MONGODB_URI" --eval 'db.dropDatabase()'`] : []),
    ...(mariadb ? [`mariadb --host="$DB_HOST" --execute="DROP DATABASE chat; CREATE DATABASE chat"`] : []),
  ];
  if (hints.length > 0) fail(`--fresh empties no server that infra/up did not start. Type\n  ${hints.join('\n  ')}`, 2);
  await stop(it);
  rmSync(join(it.dir, 'data'), { recursive: true, force: true });
}

/** @returns {import('./instance.js').Options} */
function options() {
  try {
    const before = () => recall(values.instance)?.options ?? null;
    const asked = upOptions(values, process.env, { interfaces: networkInterfaces(), before });
    return { ...asked, mongo: asked.real && asked.only !== 'laravel' ? mongoServer() : null };
  } catch (error) {
    if (error instanceof UnfitOptions) return fail(`${error.message}\n${usage}`, 2);
    throw error;
  }
}

/** @param {import('./parts/index.js').Part} part */
async function prepare(part) {
  try {
    part.prepare?.(keys);
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
  // A log may hold control characters that a client sent. They must not reach the terminal.
  tail.stdout.setEncoding('utf8').on('data', (text) => process.stdout.write(printable(text)));
  while (!asked && supervisorPid(it) !== null) await new Promise((next) => setTimeout(next, 300));
  tail.kill();
  await stop(it);
  console.log('Stopped.');
}
