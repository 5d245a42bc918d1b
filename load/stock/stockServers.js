import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../servers/freePorts.js';
import { Processes } from '../servers/processes.js';
import { publisher } from './nchanWire.js';

const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const TUTORIAL = fileURLToPath(new URL('socketIoTutorial.js', import.meta.url));
// Where Debian's libnginx-mod-nchan puts it.
const NCHAN_MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';

/**
 * @typedef {object} StockServer somebody else's server, on a free port of 127.0.0.1, empty
 * @property {import('../benches/wire/meaning.js').Target} target
 * @property {number[]} pids
 * @property {import('../run/loadClient.js').SendWith} [sendWith] where its receivers' sockets do not send
 * @property {() => Promise<void>} stop ends it and removes its data
 *
 * @typedef {object} Stock
 * @property {string} title @property {string} does which way a message takes
 * @property {boolean} stores @property {boolean} ordered whether its messages have ids in the order they were taken
 * @property {() => Promise<StockServer>} start @throws {Error} saying what is missing
 */

/** What people would take without much thought, by name. @type {Record<string, Stock>} */
export const STOCK = {
  socketio: {
    title: 'Socket.IO’s tutorial',
    does: 'an insert into SQLite, then io.emit, for each message; Node.js, one process',
    stores: true,
    ordered: true,
    start: () => startTutorial(),
  },
  nchan: {
    title: 'nginx with nchan',
    does: 'POST to a publisher, then a frame to each subscriber, for each message; C, one worker process, no database',
    stores: false,
    // Messages are published over several connections at a time.
    ordered: false,
    start: () => startNchan(),
  },
};

/** @returns {Promise<StockServer>} */
async function startTutorial() {
  const [port] = await freePorts(1);
  return started({
    name: 'Socket.IO’s tutorial',
    wire: 'socket.io tutorial',
    port,
    start: (processes, folder) =>
      processes.start('socketio', NODE, [TUTORIAL, String(port), path.join(folder, 'chat.db')]),
  });
}

/** @param {NodeJS.ProcessEnv} [env] @returns {Promise<StockServer>} */
async function startNchan(env = process.env) {
  const module = env.CHAT_LOAD_NCHAN ?? NCHAN_MODULE;
  if (!fs.existsSync(module)) {
    throw new Error(`There is no ${module}, nginx's module nchan. Install it by: load/stock/install`);
  }
  const [port] = await freePorts(1);
  const server = await started({
    name: 'nginx with nchan',
    wire: 'nchan',
    port,
    start: (processes, folder) => {
      fs.writeFileSync(path.join(folder, 'nginx.conf'), nchanConfig({ module, port, folder }));
      const words = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')];
      execFileSync('nginx', ['-t', '-q', ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
      return processes.start('nginx', 'nginx', words);
    },
  });
  return { ...server, sendWith: (ledger) => publisher(server.target.url, ledger) };
}

/**
 * @param {{name: string, wire: import('../benches/wire/meaning.js').Target['wire'], port: number, start: (processes:
 *   Processes, folder: string) => number}} server
 * @returns {Promise<StockServer>}
 */
async function started({ name, wire, port, start }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-stock-'));
  const processes = new Processes(folder);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await processes.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    const pid = start(processes, folder);
    await processes.healthy(url);
    return { target: { name, url, wire, socketUrl: url }, pids: [pid], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {{module: string, port: number, folder: string}} where */
function nchanConfig({ module, port, folder }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `
load_module ${module};
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 10000; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  keepalive_requests 1000000;
  nchan_shared_memory_size 256m;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = / { return 200 "chat"; }
    location = /publish {
      nchan_publisher http;
      nchan_channel_id chat;
      # Enough for the slowest subscriber: one that falls behind the buffer loses messages.
      nchan_message_buffer_length 10000;
      nchan_message_timeout 30s;
    }
    location = /subscribe {
      nchan_subscriber websocket;
      nchan_channel_id chat;
      nchan_subscriber_first_message newest;
    }
  }
}
`;
}
