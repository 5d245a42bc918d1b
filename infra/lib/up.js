// infra/up runs this when infra/setup has brought Node.js. Arguments and environment become options (upOptions.js), an
// instance (instance.js) and the environment of its parts (settings.js). Then supervisord (supervisor.js) starts the
// parts (parts.js), each when the one before it is healthy (health.js).
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fail, readArguments } from './commandLine.js';
import { followLogs } from './followLogs.js';
import { freeOffset, isFree } from './freePort.js';
import { createInstance, folderOf, listenHosts, readInstance, saveInstance } from './instance.js';
import { addressNotice, instanceOption } from './notices.js';
import { partsOf } from './parts.js';
import { becomeOwner } from './serviceUser.js';
import { settingsOf, writeSettings } from './settings.js';
import { ctl, startPart, startSupervisor, stopSupervisor, supervisorPid } from './supervisor.js';
import { upOptions } from './upOptions.js';

const { values } = readArguments('up');
const { instance: name } = values;
becomeOwner({ name, dir: folderOf(name) });
const last = readInstance(name);
const isUp = last !== null && supervisorPid(last) !== null;
if (values.offset === 'free') values.offset = String(isUp ? last.options.offset : await freeOffset());
const instance = createInstance(name, optionsAsked());
const { dir, options } = instance;
const parts = partsOf(instance);
const down = `infra/down${instanceOption(instance)}`;

if (values.fresh) await empty();
if (isUp && !values.fresh) reportRunning();
else await start();

function optionsAsked() {
  try {
    return upOptions(values, { joinCode: last?.options.joinCode });
  } catch (error) {
    return fail(/** @type {Error} */ (error).message, 2);
  }
}

/** Stops the instance and removes the data of its own databases. */
async function empty() {
  const { mongo, mariadb } = options;
  if (mariadb || mongo?.includes('://'))
    fail('--fresh cannot empty a server that infra/up did not start: drop its database, then omit --fresh.', 2);
  await stopSupervisor(instance);
  rmSync(join(dir, 'data'), { recursive: true, force: true });
}

/** Prints the addresses of the instance that is up, or how it differs from what this infra/up asks for. */
function reportRunning() {
  const running = new Map(Object.entries(last?.options ?? {}));
  const differing = Object.entries(options).filter(([key, value]) => !isDeepStrictEqual(value, running.get(key)));
  if (differing.length > 0) {
    const names = differing.map(([key]) => key).join(', ');
    fail(`${name} is already up, with other settings (${names}): ${down}, then infra/up again.`);
  }
  console.log(`${name} is already up: infra/status shows its parts, ${down} stops it.`);
  console.log(addressNotice(instance, process.stdout.isTTY));
}

/** Starts the parts. Without --detach it stays until Ctrl-C, which stops all of them, also while they start. */
async function start() {
  await refuseTakenPorts();
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt.abort());
  try {
    await startParts(interrupt.signal);
    console.log(addressNotice(instance, process.stdout.isTTY));
    console.log(values.detach ? `${down} stops them.` : 'Ctrl-C stops them.\n');
    if (!values.detach) await followLogs(instance, interrupt.signal);
  } catch (error) {
    await stopSupervisor(instance);
    // A Ctrl-C also ends our commands. Their error comes before the signal, which has come by now.
    if (interrupt.signal.aborted) {
      console.log('Stopped.');
      process.exit(130);
    }
    const { message, stdout = '', stderr = '' } = /** @type {Error & {stdout?: Buffer, stderr?: Buffer}} */ (error);
    fail(`${message}\n${stdout}${stderr}`);
  }
}

async function refuseTakenPorts() {
  for (const { name: part, port } of parts) {
    if (port === undefined || (await isFree(port, ...listenHosts(options.host)))) continue;
    fail(`Port ${port}, which ${part} needs, is taken (ss -ltnp shows by whom): end that, or add --offset free.`);
  }
}

/** @param {AbortSignal} signal @throws {Error} why a part did not start, or that the signal is aborted */
async function startParts(signal) {
  for (const folder of ['log', 'run/nginx', 'data/node', 'data/mongo', 'data/mariadb', 'data/laravel'])
    mkdirSync(join(dir, folder), { recursive: true });
  // Another program may have an old pid by now.
  for (const part of parts) rmSync(join(dir, `run/${part.name}.pid`), { force: true });
  const settings = settingsOf(instance);
  writeSettings(instance, settings);
  saveInstance(instance);
  await startSupervisor(instance, settings);
  for (const part of parts) {
    process.stdout.write(`${part.name.padEnd(12)} `);
    part.prepare?.(settings);
    const problem = await startPart(instance, part, signal);
    if (problem !== null) {
      const tail = await ctl(instance, 'tail', '-3000', part.name);
      throw new Error(`\n${part.name} did not start: ${problem}\nThe end of ${dir}/log/${part.name}.log:\n${tail}`);
    }
    signal.throwIfAborted();
    console.log(`healthy  ${part.url}`);
  }
}
