import { join } from 'node:path';
import { loopback, root } from '../instance.js';

/**
 * A server that takes as long as it is asked to, for lab calls.
 * @param {import('../instance.js').Instance} it
 */
export function slowServer(it) {
  const url = `http://${loopback}:${it.ports.slow}/`;
  return {
    name: 'slow',
    command: [join(root, 'node_modules/.bin/node'), join(root, 'infra/lib/slow-server.js'), `${it.ports.slow}`],
    env: {},
    url,
    port: it.ports.slow,
    health: url,
  };
}
