import http from 'node:http';
import { passRequest } from './httpSide.js';
import { passSocket } from './socketSide.js';

/**
 * What differs because the proxy stands on other ports than the server: Host, Origin and the socketUrl of /config.
 * @typedef {object} Translate
 * @property {(headers: import('node:http').IncomingHttpHeaders) => Record<string, any>} request
 * @property {(exchange: import('./mutant.js').Exchange) => void} reply
 */

/**
 * A proxy before a server of either wire that breaks the rule of one mutant; with none it changes nothing.
 * @param {import('../suite/server.js').Server} server @param {import('./mutant.js').Mutant} [mutant]
 * @returns {Promise<{url: string, memory: any, close: () => void}>}
 */
export async function startProxy(server, mutant = { name: 'none', breaks: [] }) {
  const pageUpstream = server.url;
  const socketUpstream = new URL(server.config.socketUrl.replace(/^ws/, 'http'));
  /** @type {Map<string, string>} port of the proxy to port of the server */
  const ports = new Map();
  const translate = { request: (/** @type {any} */ headers) => translated(headers, ports), reply };
  /** @type {Set<import('./mutant.js').Link>} */
  const links = new Set();
  /** @type {http.Server[]} */
  const listeners = [];
  const shared = { mutant, memory: /** @type {any} */ ({ links }), translate, links, wire: server.config.wire };
  const pagePort = await listen(pageUpstream);
  const socketPort = socketUpstream.port === pageUpstream.port ? pagePort : await listen(socketUpstream);

  return {
    memory: shared.memory,
    url: `http://127.0.0.1:${pagePort}`,
    close: () => {
      for (const link of links) link.cut();
      for (const each of listeners) {
        each.close();
        each.closeAllConnections();
      }
    },
  };

  /** @param {import('./mutant.js').Exchange} exchange */
  function reply(exchange) {
    if (exchange.path.split('?')[0] !== '/config' || !exchange.json?.socketUrl) return;
    const { socketUrl, ...config } = exchange.json;
    exchange.json = { ...config, socketUrl: socketUrl.replace(/:\d+$/, `:${socketPort}`) };
  }

  /** @param {URL} upstream @returns {Promise<number>} */
  function listen(upstream) {
    const through = { ...shared, upstream };
    const listener = http.createServer((incoming, outgoing) => {
      passRequest(incoming, outgoing, through).catch(() => outgoing.destroy());
    });
    listener.on('upgrade', (incoming, socket, first) => passSocket(incoming, socket, first, through));
    return new Promise((resolve) => {
      listener.listen(0, '127.0.0.1', () => {
        const { port } = /** @type {import('node:net').AddressInfo} */ (listener.address());
        ports.set(String(port), upstream.port);
        listeners.push(listener);
        resolve(port);
      });
    });
  }
}

/** @param {import('node:http').IncomingHttpHeaders} headers @param {Map<string, string>} ports */
function translated(headers, ports) {
  /** @type {Record<string, any>} */
  const changed = { ...headers };
  const host = /^(.*):(\d+)$/.exec(headers.host ?? '');
  if (host && ports.has(host[2])) changed.host = `${host[1]}:${ports.get(host[2])}`;
  // Only the page's own origin is renamed: any other comes to the server as it was sent.
  const origin = /^(http:\/\/(?:127\.0\.0\.1|localhost):)(\d+)$/.exec(headers.origin ?? '');
  if (origin && ports.has(origin[2])) changed.origin = `${origin[1]}${ports.get(origin[2])}`;
  return changed;
}
