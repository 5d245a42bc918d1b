import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { onPath } from '../on-path.js';

/** @typedef {import('../instance.js').Instance} Instance */

/** It obeys whoever reaches it: its owner alone. @param {Instance} it */
const socketOf = (it) => join(it.dir, 'run/mongo.sock');

/** @param {Instance} it */
export function mongoUri(it) {
  const { mongo } = it.options;
  return mongo?.includes('://') ? mongo : `mongodb://${encodeURIComponent(socketOf(it))}/chat`;
}

/**
 * The server of the MongoDB protocol that this machine has: the address of somebody's own, the file of mongod or
 * ferretdb, or null. An instance remembers it, since a later command may have another PATH.
 */
export function mongoServer() {
  return process.env.MONGODB_URI || onPath('mongod') || onPath('ferretdb');
}

export const mongoMissing = `No server of the MongoDB protocol is at hand. One of these helps:
  - set MONGODB_URI to a server that runs
  - install mongod (MongoDB Community, from MongoDB's own packages: Debian has none)
  - put ferretdb (FerretDB 1.24, one static program) on PATH
or leave the Node.js chat out: --only laravel`;

/**
 * Null where the server is not ours to start.
 * @param {Instance} it
 */
export function mongo(it) {
  const program = it.options.mongo;
  if (!program || program.includes('://')) return null;
  const data = join(it.dir, 'data/mongo');
  const socket = socketOf(it);
  const flags =
    basename(program) === 'mongod'
      ? ['--dbpath', data, '--bind_ip', socket, '--filePermissions', '0600']
      : [
          '--handler=sqlite',
          `--sqlite-url=file:${data}/`,
          '--listen-addr=', // by TCP it would obey every user of the machine
          `--listen-unix=${socket}`,
          '--telemetry=disable',
          '--debug-addr=-',
          `--state-dir=${data}`,
          '--log-level=warn',
        ];
  return {
    name: 'mongo',
    command: [program, ...flags],
    env: {},
    url: 'unix:run/mongo.sock',
    sockets: [socket],
    prepare: () => void mkdirSync(data, { recursive: true }),
  };
}
