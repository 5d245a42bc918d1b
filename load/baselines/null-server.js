import cluster from 'node:cluster';
import http from 'node:http';
import { WebSocketServer } from 'ws';
import { hardDescriptorLimit } from '../src/machine/descriptors.js';
import { serverFrame } from '../src/wire/webSocketFrames.js';

/** @import { Duplex } from 'node:stream' */

/**
 * The smallest chat: it stores nothing. It gathers the messages of one turn of the event loop and sends them to all
 * connections in one frame, encoded once. So it shows what a load client and a wire allow. It runs in as many processes
 * as its users' descriptors need; if there are several, the first one numbers the messages.
 *
 *   null-server.js PORT socket.io|pusher USERS
 */
const [port, wire, users] = process.argv.slice(2);
const OWN_DESCRIPTORS = 200;
const processes = Math.ceil(Number(users) / (hardDescriptorLimit() - OWN_DESCRIPTORS));
const CHANNEL = 'presence-chat';
const user = { id: '507f1f77bcf86cd799439011', name: 'bench 1' };

const pusherEvent = (/** @type {string} */ event, /** @type {unknown} */ data) =>
  JSON.stringify({ event, channel: CHANNEL, data: JSON.stringify(data) });

/**
 * @typedef {object} Wire
 * @property {string} greeting
 * @property {string} joined
 * @property {(packet: string) => {clientId: string, text: string, ack: (message: object) => string} | null} read null:
 *   the packet asks to join
 * @property {(messages: object[]) => string} event
 */
/** @type {Record<string, Wire>} */
const WIRES = {
  'socket.io': {
    greeting: '0{"sid":"null"}',
    joined: '40{"sid":"null"}',
    read(packet) {
      const [, number, payload] = /^42(\d+)(.*)$/.exec(packet) ?? [];
      if (number === undefined) return null;
      const { clientId, text } = JSON.parse(payload)[1];
      return { clientId, text, ack: (message) => `43${number}[${JSON.stringify({ ok: true, message })}]` };
    },
    event: (messages) => `42["messages",${JSON.stringify({ messages })}]`,
  },
  pusher: {
    greeting: pusherEvent('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 }),
    joined: pusherEvent('pusher_internal:subscription_succeeded', {}),
    read(packet) {
      const { event, data } = JSON.parse(packet);
      if (event !== 'client-message') return null;
      const { clientId, text } = data;
      return { clientId, text, ack: (message) => pusherEvent('ack', { clientId, ok: true, message }) };
    },
    event: (messages) => pusherEvent('messages', { messages }),
  },
};
const { greeting, joined, read, event } = WIRES[wire];

let lastId = 0;
/** @type {object[]} */
let waiting = [];
/** @type {Set<Duplex>} */
const receivers = new Set();
/** Acknowledges a message of this process, by its clientId. @type {Map<string, (message: object) => void>} */
const unanswered = new Map();

/** @typedef {{clientId: string, text: string}} Sent */

/** @param {Sent} sent @returns {Sent & {id: number, user: object, at: string}} */
const numbered = ({ clientId, text }) => ({ id: ++lastId, user, text, at: new Date().toISOString(), clientId });

/** @param {Sent} message a numbered one */
function take(message) {
  if (waiting.push(message) === 1) setImmediate(sendAll);
  unanswered.get(message.clientId)?.(message);
  unanswered.delete(message.clientId);
}

function sendAll() {
  const frame = serverFrame(event(waiting));
  waiting = [];
  for (const socket of receivers) socket.write(frame);
}

function serve() {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = http.createServer((_request, response) => response.end('{}'));
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (connection) => {
      connection.send(greeting);
      connection.on('close', () => receivers.delete(socket));
      connection.on('error', () => receivers.delete(socket));
      connection.on('message', (data) => {
        const sent = read(String(data));
        if (!sent) return connection.send(joined, () => receivers.add(socket));
        const { clientId, text, ack } = sent;
        unanswered.set(clientId, (message) => connection.send(ack(message)));
        if (process.send) process.send({ clientId, text });
        else take(numbered({ clientId, text }));
      });
    });
  });
  server.listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 });
}

if (cluster.isPrimary && processes > 1) {
  for (let number = 0; number < processes; number++) cluster.fork();
  cluster.on('message', (_from, sent) => {
    const message = numbered(sent);
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send(message);
  });
} else {
  process.on('message', take);
  serve();
}
