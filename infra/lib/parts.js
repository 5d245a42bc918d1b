import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { host, root } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */

/**
 * @typedef {object} Part one supervised program
 * @property {string} name
 * @property {string[]} command
 * @property {Record<string, string>} env its settings; NAME='value' without quotes inside
 * @property {string} url where people or clients reach it
 * @property {number} port
 * @property {string} [health] answers 200 once it is ready
 * @property {number} [stopSeconds] how long it may take to stop
 */

const node = join(root, 'node_modules/.bin/node');
const artisan = join(root, 'laravel-chat/artisan');

/**
 * The parts of an instance in the order they start.
 * @param {Instance} it
 * @returns {Part[]}
 */
export function parts(it) {
  /** @type {Part[]} */
  const list = [];
  if (it.options.only !== 'laravel' && existsSync(join(root, 'node-chat/src/main.js'))) list.push(nodeChat(it));
  if (it.options.only !== 'node' && existsSync(artisan)) list.push(laravelLoop(it), laravelHttp(it));
  return list;
}

/** @param {Instance} it */
function nodeChat(it) {
  const url = `http://${host}:${it.ports.node}`;
  return {
    name: 'node',
    command: [node, join(root, 'node-chat/src/main.js')],
    env: { CHAT_HOST: host, CHAT_PORT: `${it.ports.node}`, CHAT_DATA: join(it.dir, 'data/node') },
    url,
    port: it.ports.node,
    health: `${url}/health`,
  };
}

/**
 * What the HTTP workers, the loop and artisan's commands all need to know.
 * @param {Instance} it
 */
export function laravelEnv(it) {
  return {
    CHAT_HOST: host,
    CHAT_PORT: `${it.ports.laravel}`,
    CHAT_SOCKET_PORT: `${it.ports.loop}`,
    CHAT_DATA: join(it.dir, 'data/laravel'),
    APP_ENV: 'local',
    APP_DEBUG: 'false',
    LOG_CHANNEL: 'stderr',
    DB_CONNECTION: 'sqlite',
  };
}

/** @param {Instance} it */
function laravelHttp(it) {
  const url = `http://${host}:${it.ports.laravel}`;
  return {
    name: 'laravel',
    command: ['php', artisan, 'serve', `--host=${host}`, `--port=${it.ports.laravel}`, '--no-reload'],
    env: { ...laravelEnv(it), PHP_CLI_SERVER_WORKERS: '4' },
    url,
    port: it.ports.laravel,
    health: `${url}/health`,
  };
}

/** @param {Instance} it */
function laravelLoop(it) {
  return {
    name: 'loop',
    command: ['php', artisan, 'websockets:serve', `--host=${host}`, `--port=${it.ports.loop}`],
    env: laravelEnv(it),
    url: `ws://${host}:${it.ports.loop}`,
    port: it.ports.loop,
    health: `http://${host}:${it.ports.loop}/health`,
    stopSeconds: 15,
  };
}
