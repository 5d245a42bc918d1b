// The pairs of chats that the steps run on: each is started by infra/up when the first step needs it.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { machineAddress, newJoinCode } from '../lib/classroom.js';
import { mongoServer, mongoUri, redisUrl } from '../lib/databases.js';
import { freeOffset } from '../lib/freePort.js';
import { createInstance, loopback, root } from '../lib/instance.js';
import { readSettings } from '../lib/settings.js';
import { runCommand } from './runCommand.js';

/** @typedef {import('../lib/instance.js').Instance} Instance @typedef {import('../lib/instance.js').Options} Options */

/** @param {Partial<Options>} [options] */
async function pair(options) {
  const offset = await freeOffset();
  return createInstance(`test-${offset}`, { offset, ...options });
}

const mongo = mongoServer();
const databases = /** @type {const} */ ({ real: true, mongo, only: mongo === null ? 'laravel' : null });
const processes = await pair({ ...databases, processes: 2 });

export const pairs = {
  embedded: await pair(),
  real: await pair(databases),
  lecture: await pair({ lecture: true, load: true, lab: true }),
  classroom: await pair({
    ...{ classroom: true, lecture: true, lab: true },
    ...{ host: machineAddress(networkInterfaces()) ?? loopback, joinCode: newJoinCode() },
  }),
  /** Two processes of each chat. */
  processes,
  /** One process of each chat on another host, which shares the databases of `processes`. */
  secondHost: await pair({ ...databases, mongo: mongo && mongoUri(processes), redis: redisUrl(processes) }),
};

/** Starts that were begun, by name of the pair. @type {Map<string, Promise<void>>} */
const starts = new Map();
/** Pairs start one after the other: at once they take each other's time on a slow machine. */
let lastStart = Promise.resolve();

/** Starts a pair, if it has not begun to start. @param {Instance} instance @throws {Error} with what infra/up said */
export function start(instance) {
  const begun = starts.get(instance.name);
  if (begun) return begun;
  lastStart = lastStart.catch(() => {}).then(() => startNow(instance));
  starts.set(instance.name, lastStart);
  return lastStart;
}

/** @param {Instance} instance */
async function startNow({ name, dir, options }) {
  const args = ['--instance', name, '--offset', `${options.offset}`, '--detach', '--yes'];
  if (options.real) args.push('--real');
  if (options.lecture) args.push('--lecture');
  if (options.classroom) args.push('--classroom');
  if (options.processes > 1) args.push('--processes', `${options.processes}`);
  if (options.only) args.push('--only', options.only);
  const env = {
    // All people of the tests come from one address.
    CHAT_OVERLOAD_LIMITS: 'off',
    // Hundreds of logins are not to measure bcrypt.
    CHAT_BCRYPT_COST: '4',
    CHAT_HOST: options.host,
    CHAT_JOIN_CODE: options.joinCode ?? '',
    ...(options.redis && { REDIS_URL: options.redis, MONGODB_URI: options.mongo ?? '', ...mariadbOf(processes) }),
  };
  await runCommand(['infra/down', '--instance', name]);
  rmSync(dir, { recursive: true, force: true });
  const { output, status } = await runCommand(['node', 'infra/lib/up.js', ...args], env);
  if (status !== 0) throw new Error(`The servers for the test, ${name}, did not start:\n${output}`);
}

/** How others reach the MariaDB of an instance that is up. @param {Instance} instance */
function mariadbOf(instance) {
  return Object.fromEntries(Object.entries(readSettings(instance)).filter(([name]) => name.startsWith('DB_')));
}

/**
 * Stops a pair, if it was started, and removes its files.
 * @param {Instance} instance @param {{keepFiles: boolean}} how
 */
export async function stop({ name, dir }, { keepFiles }) {
  if (!starts.delete(name)) return;
  const { output, status } = await runCommand(['infra/down', '--instance', name]);
  if (status !== 0) throw new Error(`infra/down --instance ${name} failed:\n${output}`);
  if (!keepFiles) rmSync(dir, { recursive: true, force: true });
}

/** Stops all of them before anything else of this process goes on. */
export function stopAllNow() {
  // In a session of its own a second Ctrl-C does not end it.
  for (const name of starts.keys())
    spawnSync('setsid', ['--wait', join(root, 'infra/down'), '--instance', name], { stdio: 'inherit' });
}
