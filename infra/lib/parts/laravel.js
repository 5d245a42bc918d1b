import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { address, listenHosts, ownSocketServer, root } from '../instance.js';
import { mariadbEnv } from './mariadb.js';
import { hasLabCalls, sharedEnv } from './shared-env.js';

/** @typedef {import('../instance.js').Instance} Instance */

const artisan = join(root, 'laravel-chat/artisan');

/** Where the HTTP workers reach the loop. @param {Instance} it */
export const loopSocket = (it) => join(it.dir, 'run/loop.sock');

/** Unix sockets, which obey their owner alone: whoever reaches php-fpm has it run what they like. @param {Instance} it @param {number} pool */
export const fpmSocket = (it, pool) => join(it.dir, `run/fpm-${pool}.sock`);

/**
 * What the HTTP workers, the loop and artisan's commands all need to know. Laravel's caches are the instance's own:
 * two instances from one folder must not read each other's settings.
 * @param {Instance} it
 * @returns {Record<string, string>}
 */
export function laravelEnv(it) {
  const data = join(it.dir, 'data/laravel');
  const caches = ['CONFIG', 'ROUTES', 'EVENTS', 'SERVICES', 'PACKAGES'];
  return {
    ...sharedEnv(it),
    ...(hasLabCalls(it) && { CHAT_LAB_POOL: fpmSocket(it, 1) }),
    CHAT_PORT: `${it.ports.laravel}`,
    CHAT_SOCKET_PORT: `${it.ports.loop}`,
    CHAT_SOCKET_SERVER: it.options.socketServer ?? ownSocketServer,
    CHAT_API_ADDRESS: `unix:${loopSocket(it)}`,
    CHAT_DATA: data,
    APP_ENV: 'production',
    APP_DEBUG: 'false',
    LOG_CHANNEL: 'stderr',
    ...Object.fromEntries(caches.map((name) => [`APP_${name}_CACHE`, join(data, `cache/${name.toLowerCase()}.php`)])),
    ...(it.options.real ? mariadbEnv(it) : { DB_CONNECTION: 'sqlite' }),
  };
}

/**
 * Runs one of Laravel's commands with the instance's settings; throws with what it printed.
 * @param {Instance} it
 * @param {Record<string, string>} secrets
 * @param {string[]} words
 */
export function runArtisan(it, secrets, ...words) {
  return execFileSync('php', [artisan, ...words, '--no-interaction'], {
    env: { ...process.env, ...secrets, ...laravelEnv(it) },
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 2 ** 30,
  });
}

/** Caches, and a store that is up to date: before any other part of the chat starts. @param {Instance} it @param {Record<string, string>} secrets */
function prepare(it, secrets) {
  // What an earlier version of the code has cached must not be read by this one.
  const cache = join(it.dir, 'data/laravel/cache');
  for (const file of readdirSync(cache)) rmSync(join(cache, file));
  runArtisan(it, secrets, 'config:cache');
  runArtisan(it, secrets, 'route:cache');
  runArtisan(it, secrets, 'migrate', '--force');
}

/**
 * The chat's parts in order, the first of which prepares for all.
 * @param {Instance} it @param {import('./index.js').Part[]} others
 * @returns {import('./index.js').Part[]}
 */
export function laravelParts(it, others) {
  const { socketServer = ownSocketServer } = it.options;
  const [first, ...rest] = [...(socketServer === ownSocketServer ? [laravelLoop(it)] : []), ...others];
  return [
    {
      ...first,
      prepare(secrets) {
        prepare(it, secrets);
        first.prepare?.(secrets);
      },
    },
    ...rest,
  ];
}

/** @param {Instance} it @returns {import('./index.js').Part} */
function laravelLoop(it) {
  const health = `unix:${loopSocket(it)}:/health`;
  const hosts = listenHosts(it.options.host);
  return {
    name: 'loop',
    command: ['php', artisan, 'websockets:serve', ...hosts.map((host) => `--host=${host}`), `--port=${it.ports.loop}`],
    env: laravelEnv(it),
    url: address(it, 'ws', it.ports.loop),
    port: it.ports.loop,
    hosts,
    health,
    stopSeconds: 15,
  };
}
