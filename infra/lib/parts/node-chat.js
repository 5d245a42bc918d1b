import { join } from 'node:path';
import { address, listenHosts, root } from '../instance.js';
import { mongoUri } from './mongo.js';
import { sharedEnv } from './shared-env.js';

/** @param {import('../instance.js').Instance} it */
export function nodeChat(it) {
  const url = address(it, 'http', it.ports.node);
  return {
    name: 'node',
    command: [join(root, 'node_modules/.bin/node'), join(root, 'node-chat/src/main.js')],
    env: {
      ...sharedEnv(it),
      CHAT_PORT: `${it.ports.node}`,
      CHAT_DATA: join(it.dir, 'data/node'),
      MONGODB_URI: it.options.real ? mongoUri(it) : '',
    },
    url,
    port: it.ports.node,
    hosts: listenHosts(it.options.host),
    health: `${url}/health`,
  };
}
