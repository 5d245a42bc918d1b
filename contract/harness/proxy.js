import http from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { createClient } from './client.js';
import { wires } from './wires.js';

/** @import { ChatEvent } from './wires.js' */
/** @import { AddressInfo } from 'node:net' */

/**
 * A proxy before a server of either wire that can change calls and events. A hook that is absent or returns nothing
 * changes nothing.
 *
 * @typedef {object} Link one client's socket through the proxy
 * @property {(event: ChatEvent) => void} tell sends an event to the client
 * @property {Record<string, any>} own state of the hooks for this link
 *
 * @typedef {object} Exchange one HTTP call
 * @property {string} method
 * @property {string} path
 * @property {any} sent the call's JSON
 * @property {number} status the answer's
 * @property {http.IncomingHttpHeaders} headers the answer's
 * @property {any} json the answer's; undefined: it is not JSON
 * @property {(method: string, path: string) => boolean} is
 *
 * @typedef {object} Hooks
 * @property {(exchange: Exchange) => void} [request] runs before a call goes to the server; may change `sent`
 * @property {(exchange: Exchange) => void} [reply] runs before an answer goes to the client; may change status, headers
 *   and json
 * @property {(event: ChatEvent, link: Link) => ChatEvent[] | void} [toClient] replaces an event of the server
 * @property {boolean} [lingers] leaves the client's socket open after the server has closed its own
 */

/** These headers belong to one connection, or the proxy writes them itself. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'host', 'upgrade']);

/**
 * @param {string} url the server's @param {Hooks} [hooks]
 * @returns {Promise<{url: string, close: () => void}>}
 */
export async function startProxy(url, hooks = {}) {
  const { config } = await createClient(url);
  const page = new URL(url);
  const sockets = new URL(config.socketUrl.replace(/^ws/, 'http'));
  const wire = wires[config.wire];
  const webSockets = new WebSocketServer({ noServer: true });
  /** @type {http.Server[]} */
  const listeners = [];
  const pagePort = await listen(page);
  const socketPort = sockets.port === page.port ? pagePort : await listen(sockets);
  return {
    url: `http://127.0.0.1:${pagePort}`,
    close() {
      for (const client of webSockets.clients) client.terminate();
      for (const listener of listeners) listener.close().closeAllConnections();
    },
  };

  /** @param {URL} upstream @returns {Promise<number>} the port */
  async function listen(upstream) {
    const listener = http.createServer((request, response) => {
      passCall(request, response, upstream).catch(() => response.destroy());
    });
    listener.on('upgrade', (request, socket, head) => {
      const address = `ws://${upstream.host}${request.url}`;
      const ours = new WebSocket(address, { headers: headersFor(request.headers, upstream), perMessageDeflate: false });
      ours.on('unexpected-response', (_request, { statusCode }) =>
        socket.end(`HTTP/1.1 ${statusCode} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`),
      );
      ours.on('error', () => socket.destroy());
      ours.on('open', () => webSockets.handleUpgrade(request, socket, head, (theirs) => connect(ours, theirs)));
    });
    listeners.push(listener);
    await new Promise((resolve) => listener.listen(0, '127.0.0.1', () => resolve(undefined)));
    return /** @type {AddressInfo} */ (listener.address()).port;
  }

  /**
   * Replaces the proxy's host and origin by the server's.
   * @param {http.IncomingHttpHeaders} headers
   * @param {URL} upstream
   * @returns {Record<string, any>}
   */
  function headersFor(headers, upstream) {
    const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !/^sec-websocket/.test(name));
    const isOwn = headers.origin === `http://127.0.0.1:${pagePort}`;
    return { ...Object.fromEntries(kept), host: upstream.host, ...(isOwn && { origin: page.origin }) };
  }

  /** @param {WebSocket} server @param {WebSocket} client */
  function connect(server, client) {
    /** @type {Link} */
    const link = { own: {}, tell: (event) => client.send(wire.encode(event)) };
    /** @param {WebSocket} from @param {WebSocket} to @param {Hooks['toClient']} [hook] */
    const pass = (from, to, hook) => {
      from.on('error', () => from.terminate());
      from.on('message', (data, isBinary) => {
        const event = isBinary || !hook ? undefined : parsed(wire.decode, String(data));
        const events = event && hook?.(event, link);
        if (!events) return to.send(data, { binary: isBinary });
        for (const event of events) to.send(wire.encode(event));
      });
    };
    pass(server, client, hooks.toClient);
    pass(client, server);
    client.on('close', () => server.close());
    server.on('close', (code, reason) => {
      if (hooks.lingers) return;
      // These codes mean that no close frame came. A frame cannot have them.
      if (code === 1005 || code === 1006) client.terminate();
      else client.close(code, reason);
    });
  }

  /** @param {http.IncomingMessage} request @param {http.ServerResponse} response @param {URL} upstream */
  async function passCall(request, response, upstream) {
    const { method = 'GET', url: path = '/' } = request;
    let body = await readBody(request);
    /** @type {Exchange} */
    const exchange = {
      method,
      path,
      sent: parsed(JSON.parse, String(body)),
      status: 0,
      headers: {},
      json: undefined,
      is: (verb, address) => method === verb && path.split('?')[0] === address,
    };
    if (hooks.request) {
      hooks.request(exchange);
      if (exchange.sent !== undefined) body = Buffer.from(JSON.stringify(exchange.sent));
    }
    const headers = headersFor(request.headers, upstream);
    if (body.length) headers['content-length'] = String(body.length);
    const forwarded = http.request({
      host: upstream.hostname,
      port: upstream.port,
      method,
      path,
      headers,
      agent: false,
    });
    response.on('close', () => forwarded.destroy());
    /** @type {http.IncomingMessage} */
    const answer = await new Promise((resolve, reject) =>
      forwarded.on('response', resolve).on('error', reject).end(body),
    );
    let bytes = await readBody(answer);
    Object.assign(exchange, {
      status: answer.statusCode,
      headers: { ...answer.headers },
      json: parsed(JSON.parse, String(bytes)),
    });
    if (exchange.json?.socketUrl) exchange.json.socketUrl = exchange.json.socketUrl.replace(/:\d+$/, `:${socketPort}`);
    hooks.reply?.(exchange);
    if (exchange.json !== undefined) bytes = Buffer.from(JSON.stringify(exchange.json));
    for (const [name, value] of Object.entries(exchange.headers))
      if (!HOP_BY_HOP.has(name) && value !== undefined) response.setHeader(name, value);
    response.statusCode = exchange.status;
    response.end(bytes);
  }
}

/** @param {http.IncomingMessage} message @returns {Promise<Buffer>} */
async function readBody(message) {
  const chunks = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @template T @param {(text: string) => T} parse @param {string} text @returns {T | undefined} undefined: malformed */
function parsed(parse, text) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
