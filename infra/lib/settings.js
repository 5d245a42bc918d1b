import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { fpmProgram } from './configure.js';
import { laravelStore, mongoCommand, mongoUri, redisUrl } from './databases.js';
import { listenHosts, loopback, root, socketOf } from './instance.js';
import { searchPath } from './onPath.js';
import { namesOf } from './parts.js';

/** @import { Instance } from './instance.js' */

/**
 * Makes the environment of an instance's parts; supervisord.conf sets the rest.
 * @param {Instance} instance
 * @returns {Record<string, string>}
 */
export function settingsOf(instance) {
  const { dir, ports, options } = instance;
  const keys = keysOf(instance);
  const build = options.load ? buildName() : null;
  return {
    ...options.environment,
    ...keys,
    PATH: searchPath,
    CHAT_DIR: dir,
    CHAT_HOST: options.host,
    CHAT_MORE_PROCESSES: `${options.processes - 1}`,
    CHAT_JOIN_CODE: options.joinCode ?? '',
    REDIS_URL: redisUrl(instance),
    // Cost 4 is bcrypt's least: a load run measures chats, not password hashing, on both sides alike.
    ...(options.load && { CHAT_LIMITS: 'off', CHAT_BCRYPT_COST: '4' }),
    ...(build && { CHAT_BUILD: build }),
    ...(options.lab && {
      CHAT_LAB: '1',
      CHAT_LAB_WORKERS: `${options.workers}`,
      CHAT_LAB_CALL_URL: `http://${loopback}:${ports.slow}/`,
    }),
    CHAT_SLOW_PORT: `${ports.slow}`,

    CHAT_NODE_PORT: `${ports.node}`,
    CHAT_MONGO: mongoCommand(instance),
    MONGODB_URI: mongoUri(instance),

    ...laravelSettings(instance),
    ...laravelStore(instance, keys.CHAT_DB_PASSWORD),
  };
}

/** @param {Instance} instance @returns {Record<string, string>} */
function laravelSettings(instance) {
  const { dir, ports, options } = instance;
  const data = join(dir, 'data/laravel');
  // Two instances of one project must not read each other's caches.
  const caches = ['CONFIG', 'ROUTES', 'EVENTS', 'SERVICES', 'PACKAGES'];
  return {
    APP_ENV: 'production',
    LOG_CHANNEL: 'stderr',
    ...Object.fromEntries(caches.map((name) => [`APP_${name}_CACHE`, join(data, `cache/${name.toLowerCase()}.php`)])),
    CHAT_PORT: `${ports.laravel}`,
    CHAT_DATA: data,
    CHAT_PHP_FPM: options.only === 'node' ? 'false' : fpmProgram(),
    CHAT_SOCKET_SERVER: options.socketServer,
    CHAT_SOCKET_PORT: `${ports.loop}`,
    CHAT_LOOP_HOSTS: listenHosts(options.host)
      .map((host) => `--host=${host}`)
      .join(' '),
    CHAT_API_SOCKET: namesOf('loop', instance)
      .map((name) => socketOf(instance, name))
      .join(),
  };
}

/**
 * Makes the instance's keys once. The environment may name those of Pusher, which other hosts or another server share.
 * @param {Instance} instance
 */
function keysOf(instance) {
  /** @type {Record<string, string>} */
  const kept = existsSync(join(instance.dir, 'env')) ? readSettings(instance) : {};
  const named = (/** @type {string} */ name) => instance.options.environment[name] || kept[name];
  const random = (/** @type {number} */ bytes) => randomBytes(bytes).toString('hex');
  return {
    PUSHER_APP_ID: named('PUSHER_APP_ID') ?? 'chat',
    PUSHER_APP_KEY: named('PUSHER_APP_KEY') ?? random(10),
    PUSHER_APP_SECRET: named('PUSHER_APP_SECRET') ?? random(20),
    CHAT_DB_PASSWORD: kept.CHAT_DB_PASSWORD ?? random(20),
  };
}

/** @returns {string | null} version and commit as semver's build metadata: `1.0.0+6ee9707f8`; null: no repository */
function buildName() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { status, stdout } = spawnSync(join(root, 'infra/commit'), { encoding: 'utf8' });
  return status === 0 ? `${version}+${stdout.trim()}` : null;
}

/**
 * Writes var/NAME/env, also for commands that people type: `set -a; . var/NAME/env`.
 * @param {Instance} instance @param {Record<string, string>} settings
 * @throws {Error} if a value would not stay within its quotes: parseEnv() has no escapes
 */
export function writeSettings({ dir }, settings) {
  for (const [name, value] of Object.entries(settings))
    if (/['\p{Cc}]/u.test(value))
      throw new Error(`${name} may hold no apostrophe (in an address: %27) and no line end.`);
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(dir, 'env'), lines.join(''), { mode: 0o600 });
}

/** Reads what writeSettings() wrote. @param {Instance} instance @returns {Record<string, string>} */
export const readSettings = ({ dir }) =>
  /** @type {Record<string, string>} */ (parseEnv(readFileSync(join(dir, 'env'), 'utf8')));
