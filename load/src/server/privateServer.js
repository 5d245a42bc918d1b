import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './freePorts.js';
import { provenance } from '../record/provenance.js';
import { Processes } from './processes.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const VERSION = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version;
const NODE = path.join(ROOT, 'node_modules/.bin/node');

/**
 * @typedef {object} PrivateServer a chat of this repository with embedded store, empty, on free ports of 127.0.0.1
 * @property {string} url
 * @property {Record<string, number>} pids of its parts; the first one speaks to the sockets
 * @property {(part: string) => Promise<void>} restart starts a part that died, or was killed, on the same data and ports; its pid in pids is a new one then
 * @property {() => Promise<void>} stop ends it and removes its data
 */

/**
 * @param {'node' | 'laravel'} target
 * @param {{env?: Record<string, string | undefined>, descriptors?: number}} [options] env: the chats' own variables, such as CHAT_LAB, CHAT_WINDOW, undefined where one is not to be set; descriptors: so many at
 *   most may each of its processes have open; as many as this process may unless given
 * @returns {Promise<PrivateServer>}
 * @throws {import('./processes.js').DidNotStart}
 */
export async function startPrivateServer(target, { env = {}, descriptors } = {}) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), `chat-${target}-`));
  const processes = new Processes(data, { descriptors });
  const [port, socketPort] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    CHAT_HOST: '127.0.0.1',
    CHAT_PORT: String(port),
    CHAT_SOCKET_PORT: String(socketPort),
    CHAT_DATA: data,
    CHAT_LIMITS: 'off',
    CHAT_BCRYPT_COST: '4',
    CHAT_BUILD: `${VERSION}+${provenance().commit.replace(' and changes', '-dirty')}`,
    ...env,
  };
  const stop = async () => {
    await processes.stop();
    fs.rmSync(data, { recursive: true, force: true });
  };
  try {
    /** @type {Record<string, number>} */
    const pids = target === 'node' ? startNode(processes, settings) : startLaravel(processes, settings);
    await processes.healthy(`${url}/health`);
    const restart = async (/** @type {string} */ part) => {
      pids[part] = await processes.again(part);
      await processes.healthy(`${url}/health`);
    };
    return { url, pids, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {Processes} processes @param {Record<string, string | undefined>} env */
function startNode(processes, env) {
  const main = path.join(ROOT, 'node-chat/src/main.js');
  return { node: processes.start('node', NODE, [main], { env: { ...env, MONGODB_URI: undefined } }) };
}

/** @param {Processes} processes @param {Record<string, string | undefined>} settings */
function startLaravel(processes, settings) {
  const artisan = path.join(ROOT, 'laravel-chat/artisan');
  const secret = () => crypto.randomBytes(16).toString('hex');
  const env = {
    PHP_CLI_SERVER_WORKERS: '4',
    PUSHER_APP_ID: 'chat',
    PUSHER_APP_KEY: secret(),
    PUSHER_APP_SECRET: secret(),
    DB_CONNECTION: 'sqlite',
    ...settings,
  };
  const { CHAT_PORT: port, CHAT_SOCKET_PORT: socketPort } = settings;
  execFileSync('php', [artisan, 'migrate', '--force', '--quiet'], { env: { ...process.env, ...env } });
  return {
    loop: processes.start('loop', 'php', [artisan, 'websockets:serve', '--host=127.0.0.1', `--port=${socketPort}`], {
      env,
    }),
    laravel: processes.start(
      'laravel',
      'php',
      [artisan, 'serve', '--host=127.0.0.1', `--port=${port}`, '--no-reload'],
      { env },
    ),
  };
}
