import PusherClient from 'pusher-js';
import { knows } from '../suite/capabilities.js';
import { contract } from '../suite/contract.js';
import { Inbox } from '../suite/inbox.js';
import { openBareSocket } from './bareSocket.js';
import { pusherIdioms } from './pusherIdioms.js';
import { authorize, joinedEvent, raw, socketAddress, withoutClientId } from './pusherRaw.js';

// Its types describe a default export that Node's import of a CommonJS module does not have.
const Pusher = /** @type {any} */ (PusherClient);

/** @type {import('./driver.js').Driver} */
export const pusher = {
  wire: 'pusher',
  transports: ['ws'],
  configFault,
  join,
  refusal,
  handshake,
  raw,
  idioms: pusherIdioms,
  unknownFrames: [
    '{"event":"no such event","data":{"text":"x"}}',
    '{"event":"client-other","channel":"presence-chat","data":{"text":"x"}}',
    '{"event":"pusher:unsubscribe","data":{"channel":"presence-elsewhere"}}',
  ],
  malformedFrames: ['{"event":', '42', 'null', '[]'],
};

/** @param {any} config */
function configFault(config) {
  if (!/^wss?:\/\/[^/]+$/.test(config.socketUrl)) return `socketUrl is ${config.socketUrl}`;
  if (typeof config.key !== 'string' || !config.key) return 'key is missing';
  if (config.channel !== 'presence-chat') return `channel is ${config.channel}`;
  if (config.authEndpoint !== '/broadcasting/auth') return `authEndpoint is ${config.authEndpoint}`;
  const { features } = config;
  if (!Array.isArray(features)) return 'features are missing';
  const unknown = features.find((name) => !contract.features.includes(name));
  return unknown === undefined ? undefined : `features name ${unknown}`;
}

/** @type {import('./driver.js').Driver['join']} */
async function join(server, cookie, { origin } = {}) {
  if (origin !== undefined) return joinBare(server, cookie, origin);
  const { hostname, port } = new URL(server.config.socketUrl);
  const client = new Pusher(server.config.key, {
    wsHost: hostname,
    wsPort: Number(port),
    forceTLS: false,
    enabledTransports: ['ws'],
    cluster: '',
    enableStats: false,
    channelAuthorization: /** @type {any} */ ({
      customHandler: (/** @type {any} */ { socketId, channelName }, /** @type {any} */ done) =>
        authorize(server, cookie, socketId, channelName).then((answer) =>
          answer.status === 200 ? done(null, answer.json) : done(new Error(answer.text), null),
        ),
    }),
  });
  const inbox = new Inbox();
  const ended = endOf(client);
  const channel = client.subscribe(server.config.channel);
  channel.bind_global((/** @type {string} */ name, /** @type {any} */ payload) => inbox.put(name, payload));
  try {
    const joined = knows(server, 'welcome') ? 'welcome' : 'pusher:subscription_succeeded';
    const refused = inbox
      .next('pusher:subscription_error', undefined, 4500)
      .then((error) => Promise.reject(new Error(JSON.stringify(error))));
    refused.catch(() => {});
    const welcome = await Promise.race([
      inbox.next(joined),
      refused.catch((error) => inbox.next(joined, undefined, 400).catch(() => Promise.reject(error))),
    ]);
    return {
      inbox,
      welcome: knows(server, 'welcome') ? welcome : welcomeOf(welcome),
      ended,
      send: knows(server, 'socketSend')
        ? acknowledged(inbox, (payload) => void channel.trigger('client-message', payload))
        : posted(server, cookie),
      emit: (name, payload) => void client.send_event(`client-${name}`, payload, server.config.channel),
      close: () => client.disconnect(),
    };
  } catch (error) {
    client.disconnect();
    throw error;
  }
}

/** pusher-js sets no Origin outside a browser, so this one is joined by hand. @returns {Promise<import('./driver.js').Connection>} */
async function joinBare(
  /** @type {import('../suite/server.js').Server} */ server,
  /** @type {string | undefined} */ cookie,
  /** @type {string} */ origin,
) {
  const bare = await raw(server, cookie ?? '', { origin });
  return {
    inbox: bare.inbox,
    welcome: knows(server, 'welcome') ? await bare.inbox.next('welcome') : await welcomeOfBare(server, cookie, bare),
    ended: bare.closed.then((code) => (code === 4009 ? 'session' : code === 4200 ? 'shutdown' : 'other')),
    send: knows(server, 'socketSend')
      ? acknowledged(bare.inbox, (payload) => bare.send(bare.packet(payload)))
      : posted(server, cookie),
    emit: (name, data) => bare.send(JSON.stringify({ event: `client-${name}`, channel: server.config.channel, data })),
    close: () => bare.socket.close(),
  };
}

/**
 * Acks on this wire are events with the clientId in them: an ack answers the oldest unanswered message of that clientId.
 * @param {Inbox} inbox @param {(payload: any) => void} trigger @returns {import('./driver.js').Connection['send']}
 */
function acknowledged(inbox, trigger) {
  /** @type {Map<string | null, number>} */
  const asked = new Map();
  return async (payload, timeoutMs = 5000) => {
    const given = payload?.clientId;
    const key = typeof given === 'string' && [...given].length <= 64 ? given : null;
    const turn = asked.get(key) ?? 0;
    asked.set(key, turn + 1);
    trigger(payload);
    const found = await inbox.until(
      () => inbox.events.filter(({ name, payload: ack }) => name === 'ack' && ack?.clientId === key)[turn]?.payload,
      `the ack of ${key}`,
      timeoutMs,
    );
    return withoutClientId(found);
  };
}

/** What a welcome would say, of the members that pusher-js keeps. @param {any} members */
function welcomeOf({ me, count }) {
  return { me: { id: me.id, name: me.info.name }, online: { count } };
}

/** @param {import('../suite/server.js').Server} server @param {string | undefined} cookie @param {import('./driver.js').RawConnection} bare */
async function welcomeOfBare(server, cookie, bare) {
  const { presence } = await bare.inbox.next(joinedEvent(server));
  return { me: (await server.call('/me', { cookie })).json.user, online: { count: presence.count } };
}

/**
 * Where the sockets take no messages they go by POST, whose answer is the ack.
 * @param {import('../suite/server.js').Server} server @param {string | undefined} cookie @returns {import('./driver.js').Connection['send']}
 */
function posted(server, cookie) {
  return async (payload, timeoutMs = 5000) => {
    const { status, json } = await server.call('/messages', { method: 'POST', json: payload, cookie, timeoutMs });
    return status === 200 || status === 201 ? { ok: true, message: json.message } : { ok: false, error: json?.error };
  };
}

/** @param {any} client a pusher-js client @returns {import('./driver.js').Connection['ended']} */
function endOf(client) {
  return new Promise((resolve) => {
    let code = 0;
    client.connection.bind(
      'error',
      (/** @type {any} */ error) => (code = error?.error?.data?.code ?? error?.data?.code ?? code),
    );
    client.connection.bind('state_change', (/** @type {any} */ { previous, current }) => {
      if (previous !== 'connected') return;
      // 4200 makes pusher-js connect again at once, 4009 makes it stop: both are told by the state it goes to.
      if (code === 4009) resolve('session');
      else resolve(code === 4200 && current === 'connecting' ? 'shutdown' : 'other');
      client.disconnect();
    });
  });
}

/** @type {import('./driver.js').Driver['refusal']} */
async function refusal(server, cookie) {
  const { socket, inbox } = await raw(server, cookie ?? '', { join: false });
  const { socket_id: socketId } = await inbox.next('pusher:connection_established');
  const answer = await authorize(server, cookie, socketId);
  try {
    if (answer.status !== 200) return answer.json?.error;
    const data = { channel: server.config.channel, ...answer.json };
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data }));
    const said = await Promise.race([inbox.next(joinedEvent(server)), inbox.next('pusher:subscription_error')]);
    if (!said.error) throw new Error('a client that must be refused has joined');
    return { code: said.code, message: said.error };
  } finally {
    socket.terminate();
  }
}

/** @type {import('./driver.js').Driver['handshake']} */
async function handshake(server, headers) {
  const { socket, status } = await openBareSocket(socketAddress(server), headers);
  socket?.terminate();
  return status;
}
