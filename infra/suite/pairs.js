// Steps run on these pairs of chats. infra/up starts each pair when the first step needs it.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { machineAddress, newJoinCode } from '../lib/classroom.js';
import { mongoServer, mongoUri, redisUrl } from '../lib/databases.js';
import { freeOffset } from '../lib/freePort.js';
import { createInstance, loopback, root } from '../lib/instance.js';
import { readSettings } from '../lib/settings.js';
import { upOptions } from '../lib/upOptions.js';
import { runCommand } from './runCommand.js';

/** @typedef {Awaited<ReturnType<typeof pair>>} Pair an instance, and how infra/up starts it */

const commonEnv = {
  // All users of the tests come from one address.
  CHAT_OVERLOAD_LIMITS: 'off',
  // Hundreds of logins would take minutes at the usual cost.
  CHAT_BCRYPT_COST: '4',
  CHAT_HOST: loopback,
  CHAT_JOIN_CODE: '',
};

/** @param {Parameters<typeof upOptions>[0]} [values] @param {Record<string, string>} [more] further variables */
async function pair(values, more) {
  const offset = `${await freeOffset()}`;
  const name = `test-${offset}`;
  const env = { ...commonEnv, ...more };
  const options = upOptions({ ...values, offset }, { env: { ...process.env, ...env } });
  const args = Object.entries({ ...values, offset, instance: name, detach: true }).flatMap(([argument, value]) =>
    value === true ? [`--${argument}`] : [`--${argument}`, `${value}`],
  );
  return { ...createInstance(name, options), args, env, begun: /** @type {Promise<void> | undefined} */ (undefined) };
}

const mongo = mongoServer(process.env);
const databases = { real: true, ...(mongo === null && { only: 'laravel' }) };
const processes = await pair({ ...databases, processes: '2' });

export const pairs = {
  embedded: await pair(),
  real: await pair(databases),
  lecture: await pair(
    { lecture: true, classroom: true },
    { CHAT_HOST: machineAddress(networkInterfaces()) ?? loopback, CHAT_JOIN_CODE: newJoinCode() },
  ),
  /** This pair has two processes of each chat. */
  processes,
  /** This pair has one process of each chat on another host, which shares the databases of `processes`. */
  secondHost: await pair(databases, { REDIS_URL: redisUrl(processes), MONGODB_URI: mongoUri(processes) }),
};

/** Pairs start one after the other: together they would reach their deadlines on a slow machine. */
let lastStart = Promise.resolve();

/** Starts a pair once. @param {Pair} pair @throws {Error} with infra/up's output */
export function start(pair) {
  pair.begun ??= lastStart = lastStart.catch(() => {}).then(() => startNow(pair));
  return pair.begun;
}

/** @param {Pair} pair */
async function startNow(pair) {
  const { name, dir, args, env } = pair;
  await runCommand(['infra/down', '--instance', name]);
  rmSync(dir, { recursive: true, force: true });
  // The second host reaches the first one's MariaDB by these settings.
  const settings = pair === pairs.secondHost ? Object.entries(readSettings(pairs.processes)) : [];
  const mariadb = Object.fromEntries(settings.filter(([key]) => key.startsWith('DB_')));
  const { output, status } = await runCommand(['node', 'infra/lib/up.js', ...args], { ...env, ...mariadb });
  if (status !== 0) throw new Error(`The servers for the test, ${name}, did not start:\n${output}`);
}

/**
 * Stops a pair, if it was started, and removes its files.
 * @param {Pair} pair @param {{keepFiles: boolean}} how
 */
export async function stop(pair, { keepFiles }) {
  if (!pair.begun) return;
  pair.begun = undefined;
  const { output, status } = await runCommand(['infra/down', '--instance', pair.name]);
  if (status !== 0) throw new Error(`infra/down --instance ${pair.name} failed:\n${output}`);
  if (!keepFiles) rmSync(pair.dir, { recursive: true, force: true });
}

/** Stops all pairs synchronously. */
export function stopAllNow() {
  // infra/down has its own session, so that a second Ctrl-C does not end it.
  for (const { name, begun } of Object.values(pairs))
    if (begun) spawnSync('setsid', ['--wait', join(root, 'infra/down'), '--instance', name], { stdio: 'inherit' });
}
