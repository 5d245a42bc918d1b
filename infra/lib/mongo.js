import { basename, join } from 'node:path';
import { onPath } from './on-path.js';

/** @typedef {import('./instance.js').Instance} Instance */

/** It obeys whoever reaches it: its owner alone. @param {Instance} it */
export const mongoSocket = (it) => join(it.dir, 'run/mongo.sock');

/**
 * The server of the MongoDB protocol that this machine has: the address of somebody's own, the file of mongod or
 * ferretdb, or null. An instance remembers it, since a later command may have another PATH.
 */
export const mongoServer = () => process.env.MONGODB_URI || onPath('mongod') || onPath('ferretdb');

export const mongoMissing = `No server of the MongoDB protocol is at hand. One of these helps:
  - set MONGODB_URI to a server that runs
  - install mongod (MongoDB Community, from MongoDB's own packages: Debian has none)
  - put ferretdb (FerretDB 1.24, one static program) on PATH
or leave the Node.js chat out: --only laravel`;

/** @param {Instance} it */
export const startsMongo = ({ options: { real, only, mongo } }) =>
  real && only !== 'laravel' && Boolean(mongo) && !mongo?.includes('://');

/** Its address, or '' for the embedded store. @param {Instance} it */
export function mongoUri(it) {
  if (!it.options.real) return '';
  return startsMongo(it) ? `mongodb://${encodeURIComponent(mongoSocket(it))}/chat` : (it.options.mongo ?? '');
}

/** What starts it. @param {Instance} it */
export function mongoCommand(it) {
  if (!startsMongo(it)) return 'false';
  const program = it.options.mongo ?? '';
  const data = join(it.dir, 'data/mongo');
  const flags =
    basename(program) === 'mongod'
      ? `--dbpath ${data} --bind_ip ${mongoSocket(it)} --filePermissions 0600`
      : // By TCP it would obey every user of the machine.
        `--handler=sqlite --sqlite-url=file:${data}/ --state-dir=${data} --listen-addr= ` +
        `--listen-unix=${mongoSocket(it)} --telemetry=disable --debug-addr=- --log-level=warn`;
  return `${program} ${flags}`;
}
