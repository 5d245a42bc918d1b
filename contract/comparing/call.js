/**
 * What one step of an episode does, as data: it can be printed, shortened and done again. In its texts `‹u0›` and the like
 * stand for what is known only when it runs (see visit.js).
 *
 * @typedef {object} Call
 * @property {string} method
 * @property {string} target the request target, as it is
 * @property {[string, string][]} headers beside Host and what tells the body's length
 * @property {string} [body] sent as UTF-8, or as Latin-1 where `bytes` says so
 * @property {boolean} [bytes] each character of the body is a byte
 * @property {boolean} [chunked] the body goes in chunks
 * @property {number} [keep] the slot in which the session that the answer begins is kept
 * @property {Order} [order] `free` where absent
 *
 * @typedef {'free' | 'stores' | 'reads'} Order what may run beside it, so that both servers come to the same store: `stores` may
 *   store a message, and waits for its turn; `reads` reads messages, after those have been stored
 *
 * @typedef {object} RawBytes bytes that need not be HTTP, on a connection of their own, one plain request behind them
 * @property {string} raw each character is a byte
 * @property {boolean} [cut] the client ends its side behind them, in the middle of a request
 * @property {Order} [order]
 *
 * @typedef {object} Volley calls that go out at once
 * @property {Call[]} volley
 * @property {'pipelined' | 'abreast'} how on one connection, one behind the other; or on a connection each, answers compared
 *   as they come: whichever was first
 * @property {Order} [order]
 *
 * @typedef {object} SocketStep what one socket of an episode does; what has come to each of them is shown beside every step
 * @property {number} socket its slot
 * @property {'join' | 'send' | 'leave' | 'type' | 'early' | 'rejoin' | 'noise'} does `early` sends before it has joined, on a socket
 *   opened for that; `rejoin` joins once more, `noise` sends what is no message: the socket ends with all three
 * @property {number} [session] the slot of the session that it comes with
 * @property {string[]} [payloads] JSON texts, all sent at once; of `noise` whole frames
 * @property {number} [size] bytes of the frame, of one payload
 * @property {Order} [order]
 *
 * @typedef {Call | RawBytes | Volley | SocketStep} Step
 */

/** @param {Call} call @param {(text: string) => string} fill @param {string} host @returns {Buffer} the request */
export function bytesOf(call, fill, host) {
  const lines = [`${call.method} ${fill(call.target)} HTTP/1.1`];
  if (!call.headers.some(([name]) => name.toLowerCase() === 'host')) lines.push(`host: ${host}`);
  for (const [name, value] of call.headers) lines.push(`${name}: ${fill(value)}`);
  const body = call.body === undefined ? undefined : Buffer.from(fill(call.body), call.bytes ? 'latin1' : 'utf8');
  if (body) lines.push(call.chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8');
  if (!body) return head;
  return Buffer.concat([head, ...(call.chunked ? chunksOf(body) : [body])]);
}

/** @param {Buffer} body */
function chunksOf(body) {
  const half = body.length >> 1;
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length);
  return [
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ];
}

/** As a person would type it, in bash. @param {Call} call @param {(text: string) => string} fill @param {string} origin of the server */
export function asCurl(call, fill, origin) {
  const words = ['curl', '-i', '--path-as-is', '--globoff'];
  if (call.method === 'HEAD') words.push('--head');
  else if (call.method !== (call.body === undefined ? 'GET' : 'POST')) words.push('-X', quoted(call.method));
  if (call.keep !== undefined) words.push('-c', `jar${call.keep}`);
  for (const [name, value] of call.headers) {
    const slot = name === 'cookie' && /^‹cookie(\d)›$/.exec(value)?.[1];
    words.push(...(slot ? ['-b', `jar${slot}`] : ['-H', quoted(`${name}: ${fill(value)}`)]));
  }
  if (call.body !== undefined) {
    if (!call.headers.some(([name]) => name.toLowerCase() === 'content-type')) words.push('-H', `'content-type:'`);
    if (call.chunked) words.push('-H', `'transfer-encoding: chunked'`);
    words.push('--data-binary', quoted(fill(call.body)));
  }
  const target = fill(call.target);
  if (target.startsWith('/')) words.push(quoted(origin + target));
  else words.push('--request-target', quoted(target), quoted(origin));
  return words.join(' ');
}

/* eslint-disable no-control-regex -- what a terminal does not show is what has to be escaped */
/** For bash, $'...' where it holds what a terminal does not show. @param {string} text */
export function quoted(text) {
  if (!/[\0-\x1f\x7f-\uffff]/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/[\0-\x1f\x7f-\x9f]/g, (c) => {
    return `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `$'${escaped.replace(/[\u00a0-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}
