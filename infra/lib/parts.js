import { join } from 'node:path';
import { fpmSocket, pools } from './configure.js';
import { address, loopback } from './instance.js';
import { mariadbSocket, startsMariadb } from './mariadb.js';
import { mongoSocket, startsMongo } from './mongo.js';
import { redisSocket, startsRedis } from './redis.js';

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
  const run = (/** @type {string} */ name) => join(it.dir, 'run', name);
  const slow = `http://${loopback}:${ports.slow}/`;
  const node = address(it, 'http', ports.node);
  const laravel = address(it, 'http', ports.laravel);
  const loops = loopNames(it).map((name) => ({
    name,
    url: address(it, 'ws', ports.loop),
    port: ports.loop,
    health: { socketPath: run(`${name}.sock`), path: '/health' },
  }));
  const fpm = { name: 'fpm', url: 'unix:run/fpm-1.sock', sockets: pools(it).map((pool) => fpmSocket(it, pool)) };
  return [
    ...(options.lab ? [{ name: 'slow', url: slow, port: ports.slow, health: slow }] : []),
    ...(startsMongo(it) ? [{ name: 'mongo', url: 'unix:run/mongo.sock', sockets: [mongoSocket(it)] }] : []),
    ...(startsRedis(it) ? [{ name: 'redis', url: 'unix:run/redis.sock', sockets: [redisSocket(it)] }] : []),
    ...(options.only === 'laravel' ? [] : [{ name: 'node', url: node, port: ports.node, health: `${node}/health` }]),
    ...(startsMariadb(it) ? [{ name: 'mariadb', url: 'unix:run/mariadb.sock', sockets: [mariadbSocket(it)] }] : []),
    ...(options.only === 'node'
      ? []
      : [
          ...((options.socketServer ?? 'loop') === 'loop' ? loops : []),
          fpm,
          { name: 'nginx', url: laravel, port: ports.laravel, health: `${laravel}/health` },
        ]),
  ];
}
