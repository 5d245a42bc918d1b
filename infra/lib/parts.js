import { fpmSocket, pools } from './configure.js';
import { startsMariadb, startsMongo, startsRedis } from './databases.js';
import { addressOf, loopback, socketOf } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */

/**
 * @typedef {object} Part a program of supervisord.conf
 * @property {string} name
 * @property {string} url where people, clients or other parts reach it
 * @property {number} [port] that it listens on
 * @property {string | {socketPath: string, path: string}} [health] answers 200 once it is ready
 * @property {string[]} [sockets] unix sockets that take a connection once it is ready
 */

/** As supervisorctl names them; their sockets too. @param {Instance} instance */
export const loopNames = ({ options }) => [
  'loop',
  ...Array.from({ length: options.processes - 1 }, (_, i) => `loops:loop-${i + 2}`),
];

/**
 * The parts of an instance in the order they start; a part needs only those before it.
 * @param {Instance} instance
 * @returns {Part[]}
 */
export function partsOf(instance) {
  const { ports, options } = instance;
  const slow = `http://${loopback}:${ports.slow}/`;
  const node = addressOf(instance, 'http', ports.node);
  const laravel = addressOf(instance, 'http', ports.laravel);
  const loops = loopNames(instance).map((name) => ({
    name,
    url: addressOf(instance, 'ws', ports.loop),
    port: ports.loop,
    health: { socketPath: socketOf(instance, name), path: '/health' },
  }));
  const database = (/** @type {string} */ name) => ({
    name,
    url: `unix:run/${name}.sock`,
    sockets: [socketOf(instance, name)],
  });
  const fpm = {
    name: 'fpm',
    url: 'unix:run/fpm-1.sock',
    sockets: pools(instance).map((pool) => fpmSocket(instance, pool)),
  };
  const hasNode = options.only !== 'laravel';
  const hasLaravel = options.only !== 'node';
  /** @type {(Part | false)[]} */
  const parts = [
    options.lab && { name: 'slow', url: slow, port: ports.slow, health: slow },
    startsMongo(instance) && database('mongo'),
    startsRedis(instance) && database('redis'),
    hasNode && { name: 'node', url: node, port: ports.node, health: `${node}/health` },
    startsMariadb(instance) && database('mariadb'),
    ...(hasLaravel && options.socketServer === 'loop' ? loops : []),
    hasLaravel && fpm,
    hasLaravel && { name: 'nginx', url: laravel, port: ports.laravel, health: `${laravel}/health` },
  ];
  return parts.filter((part) => part !== false);
}
