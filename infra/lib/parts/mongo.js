import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loopback } from '../instance.js';
import { onPath } from '../on-path.js';

/** @typedef {import('../instance.js').Instance} Instance */

const given = process.env.MONGODB_URI;

/** @param {Instance} it */
export function mongoUri(it) {
  return given || `mongodb://${loopback}:${it.ports.mongo}/chat`;
}

/** Which server of the MongoDB protocol this machine has: somebody's own, mongod, ferretdb, or none. */
export function mongoServer() {
  if (given) return 'MONGODB_URI';
  return ['mongod', 'ferretdb'].find(onPath) ?? null;
}

export const mongoMissing = `No server of the MongoDB protocol is at hand. One of these helps:
  - set MONGODB_URI to a server that runs
  - install mongod (MongoDB Community, from MongoDB's own packages: Debian has none)
  - put ferretdb (FerretDB 1.24, one static program) on PATH
or leave the Node.js chat out: --only laravel`;

/**
 * Null where MONGODB_URI names a server that is not ours to start.
 * @param {Instance} it
 */
export function mongo(it) {
  const server = mongoServer();
  if (server === null || server === 'MONGODB_URI') return null;
  const data = join(it.dir, 'data/mongo');
  const listen = `${loopback}:${it.ports.mongo}`;
  const flags = {
    mongod: ['--dbpath', data, '--bind_ip', loopback, '--port', `${it.ports.mongo}`],
    ferretdb: [
      '--handler=sqlite',
      `--sqlite-url=file:${data}/`,
      `--listen-addr=${listen}`,
      '--telemetry=disable',
      '--debug-addr=-',
      `--state-dir=${data}`,
      '--log-level=warn',
    ],
  }[server];
  return {
    name: 'mongo',
    command: [onPath(server) ?? server, ...(flags ?? [])],
    env: {},
    url: `mongodb://${listen}`,
    port: it.ports.mongo,
    prepare: () => void mkdirSync(data, { recursive: true }),
  };
}
