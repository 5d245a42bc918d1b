import { configure, fpmSocket, pools } from './configure.js';
import { prepareMariadb, startsMariadb, startsMongo, startsRedis } from './databases.js';
import { addressOf, loopback, socketOf } from './instance.js';
import { prepareLaravel } from './laravel.js';

/** @import { Instance } from './instance.js' */

/**
 * @typedef {object} Part a program of supervisord.conf
 * @property {string} name
 * @property {string} url where people, clients or other parts reach it
 * @property {number} [port] that it listens on
 * @property {string | {socketPath: string, path: string}} [health] answers 200 once it is ready
 * @property {string[]} [sockets] unix sockets that take a connection once it is ready
 * @property {(settings: Record<string, string>) => void} [prepare] infra/up calls it before it starts the part
 */

/**
 * The processes of a chat that share a port, as supervisorctl names them: loop, loops:loop-2 ... Their sockets too.
 * @param {'node' | 'loop'} first @param {Instance} instance
 */
export const namesOf = (first, { options }) => [
  first,
  ...Array.from({ length: options.processes - 1 }, (_, i) => `${first}s:${first}-${i + 2}`),
];

/**
 * The parts of an instance in the order they start; a part needs only those before it.
 * @param {Instance} instance
 * @returns {Part[]}
 */
export function partsOf(instance) {
  const { ports, options } = instance;
  const slow = `http://${loopback}:${ports.slow}/`;
  const laravel = addressOf(instance, 'http', ports.laravel);
  // Processes that share a port have a unix socket each, where that one alone answers.
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
