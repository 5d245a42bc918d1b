import { configure, fpmSocket, pools } from './configure.js';
import { prepareMariadb, startsMariadb, startsMongo, startsRedis } from './databases.js';
import { addressOf, loopback, socketOf } from './instance.js';
import { prepareLaravel } from './laravel.js';

/** @import { Instance } from './instance.js' */

/**
 * @typedef {object} Part a program of supervisord.conf
 * @property {string} name
 * @property {string} url people, clients or other parts reach it here
 * @property {number} [port] the part listens on it
 * @property {string | {socketPath: string, path: string}} [health] this address answers 200 when the part is ready
 * @property {string[]} [sockets] unix sockets that take a connection when the part is ready
 * @property {(settings: Record<string, string>) => void} [prepare] infra/up calls it before it starts the part
 */

/**
 * Names the processes of a chat that share a port, and their sockets, as supervisorctl does: loop, loops:loop-2 ...
 * @param {'node' | 'loop'} first @param {Instance} instance
 */
export const namesOf = (first, { options }) => [
  first,
  ...Array.from({ length: options.processes - 1 }, (_, i) => `${first}s:${first}-${i + 2}`),
];

/**
 * Lists an instance's parts in the order in which they start; a part needs only those before it.
 * @param {Instance} instance
 * @returns {Part[]}
 */
export function partsOf(instance) {
  const { ports, options } = instance;
  const slow = `http://${loopback}:${ports.slow}/`;
  const laravel = addressOf(instance, 'http', ports.laravel);
  // Processes that share a port each have a unix socket, where only that process answers.
  const processes = (/** @type {'node' | 'loop'} */ first, /** @type {string} */ scheme) =>
    namesOf(first, instance).map((name) => ({
      name,
      url: addressOf(instance, scheme, ports[first]),
      port: ports[first],
      health: { socketPath: socketOf(instance, name), path: '/health' },
    }));
  const database = (/** @type {string} */ name) => ({
    name,
    url: `unix:run/${name}.sock`,
    sockets: [socketOf(instance, name)],
  });
  /** @type {Part[]} */
  const laravelParts = [
    ...(options.socketServer === 'loop' ? processes('loop', 'ws') : []),
    {
      name: 'fpm',
      url: 'unix:run/fpm-1.sock',
      sockets: pools(instance).map((pool) => fpmSocket(instance, pool)),
    },
    { name: 'nginx', url: laravel, port: ports.laravel, health: `${laravel}/health` },
  ];
  laravelParts[0].prepare = (settings) => {
    configure(instance);
    prepareLaravel(settings);
  };
  /** @type {(Part | false)[]} */
  const parts = [
    options.lab && { name: 'slow', url: slow, port: ports.slow, health: slow },
    startsMongo(instance) && database('mongo'),
    startsRedis(instance) && database('redis'),
    ...(options.only !== 'laravel' ? processes('node', 'http') : []),
    startsMariadb(instance) && { ...database('mariadb'), prepare: prepareMariadb },
    ...(options.only !== 'node' ? laravelParts : []),
  ];
  return parts.filter((part) => part !== false);
}
