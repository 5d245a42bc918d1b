import http from 'node:http';
import { Exchange } from './mutant.js';

/** Headers that belong to one connection, not to the message; the proxy writes its own. */
const hopByHop = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding']);

// What never comes is not waited for, since requests are read whole here.
const ANNOUNCED_MAX = 2 ** 20;

/**
 * Passes one HTTP request on, wholly read, and its answer back.
 * @param {http.IncomingMessage} incoming @param {http.ServerResponse} outgoing
 * @param {{upstream: URL, mutant: import('./mutant.js').Mutant, memory: any, translate: import('./startProxy.js').Translate}} through
 */
export async function passRequest(incoming, outgoing, { upstream, mutant, memory, translate }) {
  if (Number(incoming.headers['content-length']) > ANNOUNCED_MAX) {
    return void outgoing.writeHead(413, { connection: 'close', 'content-length': 0 }).end();
  }
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = translate.request(incoming.headers);
  const exchange = new Exchange(incoming.method ?? 'GET', incoming.url ?? '/', headers, Buffer.concat(chunks), memory);
  await mutant.request?.(exchange);
  if (!exchange.status) await ask(exchange, upstream, outgoing);
  translate.reply(exchange);
  await mutant.reply?.(exchange);
  for (const [name, value] of Object.entries(exchange.replyHeaders)) {
    if (!hopByHop.has(name) && value !== undefined) outgoing.setHeader(name, value);
  }
  if (![204, 304].includes(exchange.status)) outgoing.setHeader('content-length', exchange.reply.length);
  outgoing.writeHead(exchange.status);
  outgoing.end(exchange.reply);
}

/** @param {Exchange} exchange @param {URL} upstream @param {http.ServerResponse} outgoing @returns {Promise<void>} */
function ask(exchange, upstream, outgoing) {
  const { method, path, headers, body } = exchange;
  const chunked = 'transfer-encoding' in headers;
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
  if (chunked) kept['transfer-encoding'] = 'chunked';
  else if (body.length || 'content-length' in headers) kept['content-length'] = body.length;
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: upstream.hostname, port: upstream.port, method, path, headers: kept, agent: false },
      async (response) => {
        try {
          const chunks = [];
          for await (const chunk of response) chunks.push(chunk);
          exchange.status = response.statusCode ?? 502;
          exchange.replyHeaders = { ...response.headers };
          exchange.reply = Buffer.concat(chunks);
          resolve();
        } catch (error) {
          reject(error);
        }
      },
    );
    request.on('error', reject);
    outgoing.on('close', () => request.destroy());
    request.end(body);
  });
}
