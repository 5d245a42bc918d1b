import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { fpmProgram, fpmSocket } from './configure.js';
import { laravelStore, mongoCommand, mongoUri, redisUrl } from './databases.js';
import { listenHosts, loopback, root, socketOf } from './instance.js';
import { searchPath } from './onPath.js';
import { loopNames } from './parts.js';

/** @typedef {import('./instance.js').Instance} Instance */

/** @type {Record<string, () => string>} */
const makers = {
  PUSHER_APP_ID: () => 'chat',
  PUSHER_APP_KEY: () => randomBytes(10).toString('hex'),
  PUSHER_APP_SECRET: () => randomBytes(20).toString('hex'),
  CHAT_DB_PASSWORD: () => randomBytes(20).toString('hex'),
};

/**
 * Version and commit as semver's build metadata: `1.0.0+6ee9707f8`, with `-dirty` where tracked files differ from that
 * commit; null where the project is no repository.
 * @returns {string | null}
 */
function build() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const repository = [`--git-dir=${join(root, '.git')}`, `--work-tree=${root}`];
  const words = ['describe', '--always', '--dirty', '--abbrev=9', '--exclude=*'];
  const { status, stdout } = spawnSync('git', [...repository, ...words], { encoding: 'utf8' });
  return status === 0 ? `${version}+${stdout.trim()}` : null;
}

/**
 * The environment of an instance's parts; supervisord.conf sets the rest. CHAT_PORT and CHAT_DATA are those of the
 * Laravel chat. Each instance has its Laravel caches: two of one project must not read each other's.
 * @param {Instance} it
 * @returns {Record<string, string>}
 */
export function settings(it) {
  const { dir, ports, options } = it;
  const data = join(dir, 'data/laravel');
  const caches = ['CONFIG', 'ROUTES', 'EVENTS', 'SERVICES', 'PACKAGES'];
  const made = keys(it);
  const named = options.load ? build() : null;
  return {
    ...made,
    CHAT_HOST: options.host,
    CHAT_PROCESSES: `${options.processes ?? 1}`,
    CHAT_JOIN_CODE: options.joinCode ?? '',
    // Cost 4 is bcrypt's least: a load run is to measure chats, not password hashing, on both sides alike.
    ...(options.load && { CHAT_LIMITS: 'off', CHAT_BCRYPT_COST: '4' }),
    ...(named && { CHAT_BUILD: named }),
    ...(options.lab && {
      CHAT_LAB: '1',
      CHAT_LAB_WORKERS: `${options.workers}`,
      CHAT_LAB_CALL_URL: `http://${loopback}:${ports.slow}/`,
      CHAT_LAB_POOL: fpmSocket(it, 1),
    }),
    PATH: searchPath,
    CHAT_DIR: dir,
    CHAT_SLOW_PORT: `${ports.slow}`,
    CHAT_NODE_PORT: `${ports.node}`,
    CHAT_MONGO: mongoCommand(it),
    MONGODB_URI: mongoUri(it),
    REDIS_URL: redisUrl(it),
    CHAT_PORT: `${ports.laravel}`,
    CHAT_SOCKET_PORT: `${ports.loop}`,
    CHAT_LOOP_HOSTS: listenHosts(options.host)
      .map((host) => `--host=${host}`)
      .join(' '),
    CHAT_SOCKET_SERVER: options.socketServer ?? 'loop',
    CHAT_API_SOCKET: loopNames(it)
      .map((name) => socketOf(it, name))
      .join(),
    CHAT_MORE_LOOPS: `${loopNames(it).length - 1}`,
    CHAT_PHP_FPM: options.only === 'node' ? 'false' : fpmProgram(),
    CHAT_DATA: data,
    APP_ENV: 'production',
    LOG_CHANNEL: 'stderr',
    ...Object.fromEntries(caches.map((name) => [`APP_${name}_CACHE`, join(data, `cache/${name.toLowerCase()}.php`)])),
    ...laravelStore(it, made.CHAT_DB_PASSWORD),
  };
}

/**
 * The instance's keys, made once. The environment gives those that another Pusher server or other hosts share.
 * @param {Instance} it
 * @returns {Record<string, string>}
 */
function keys(it) {
  const known = existsSync(envFile(it)) ? parseEnv(readFileSync(envFile(it), 'utf8')) : {};
  const given = it.options.socketServer === 'pusher' || it.options.redis ? process.env : {};
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      const theirs = name.startsWith('PUSHER_') && given[name];
      return [name, theirs || (known[name] ?? make())];
    }),
  );
}

/** @param {Instance} it */
const envFile = (it) => join(it.dir, 'env');

/**
 * For commands that are typed by hand: `set -a; . var/NAME/env`.
 * @param {Instance} it @param {Record<string, string>} values
 */
export function keepSettings(it, values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(envFile(it), lines.join(''), { mode: 0o600 });
}

/** What keepSettings() wrote. @param {Instance} it @returns {Record<string, string>} */
export const keptSettings = (it) => /** @type {Record<string, string>} */ (parseEnv(readFileSync(envFile(it), 'utf8')));

/**
 * Runs one of Laravel's commands; throws with what it printed.
 * @param {Record<string, string>} values as settings() makes them
 * @param {string[]} words
 */
export function artisan(values, ...words) {
  execFileSync('php', [join(root, 'laravel-chat/artisan'), ...words, '--no-interaction'], {
    env: { ...process.env, ...values, HOME: values.CHAT_DIR },
    stdio: 'pipe',
  });
}
