import { fpmSocket, pools } from './configure.js';
import { startsMariadb, startsMongo, startsRedis } from './databases.js';
import { address, loopback, socketOf } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */

/**
 * @typedef {object} Part a program of supervisord.conf
 * @property {string} name
 * @property {string} url where people, clients or other parts reach it
 * @property {number} [port] that it listens on
 * @property {string | {socketPath: string, path: string}} [health] answers 200 once it is ready
 * @property {string[]} [sockets] unix sockets that take a connection once it is ready
 */

/** As supervisorctl names them; their sockets too. @param {Instance} it */
export const loopNames = ({ options: { processes = 1 } }) => [
  'loop',
  ...Array.from({ length: processes - 1 }, (_, i) => `loops:loop-${i + 2}`),
];

/**
 * The parts of an instance in the order they start; a part needs only those before it.
 * @param {Instance} it
 * @returns {Part[]}
 */
export function parts(it) {
  const { ports, options } = it;
  const slow = `http://${loopback}:${ports.slow}/`;
  const node = address(it, 'http', ports.node);
  const laravel = address(it, 'http', ports.laravel);
  const loops = loopNames(it).map((name) => ({
    name,
    url: address(it, 'ws', ports.loop),
    port: ports.loop,
    health: { socketPath: socketOf(it, name), path: '/health' },
  }));
  const database = (/** @type {string} */ name) => ({
    name,
    url: `unix:run/${name}.sock`,
    sockets: [socketOf(it, name)],
  });
  const hasNode = options.only !== 'laravel';
  const hasLaravel = options.only !== 'node';
  const hasLoops = hasLaravel && (options.socketServer ?? 'loop') === 'loop';
  /** @type {(Part | false)[]} */
  const all = [
    Boolean(options.lab) && { name: 'slow', url: slow, port: ports.slow, health: slow },
    startsMongo(it) && database('mongo'),
    startsRedis(it) && database('redis'),
    hasNode && { name: 'node', url: node, port: ports.node, health: `${node}/health` },
    startsMariadb(it) && database('mariadb'),
    ...(hasLoops ? loops : []),
    hasLaravel && { name: 'fpm', url: 'unix:run/fpm-1.sock', sockets: pools(it).map((pool) => fpmSocket(it, pool)) },
    hasLaravel && { name: 'nginx', url: laravel, port: ports.laravel, health: `${laravel}/health` },
  ];
  return all.filter((part) => part !== false);
}
