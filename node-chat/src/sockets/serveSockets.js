import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../contract.js';
import { asJsonObject } from '../json.js';
import { admitSockets } from './admitSockets.js';
import { createOriginCheck } from './checkOrigin.js';
import { refusePolling } from './refusePolling.js';
import { closeSlowReceivers } from './slowReceivers.js';

/** @import { Server, Socket } from 'socket.io' */
/** @import { Server as HttpServer } from 'node:http' */
/** @import { Services } from '../createServices.js' */
/** @import { User } from '../chat/stores.js' */

const { events } = contract;
const FLUSH_MS = 2000;
const FLUSH_CHECK_MS = 20;

/**
 * Accepts sockets, and handles their events: `message` with its acknowledgement, and `typing`.
 * @param {Server} io not attached yet
 * @param {HttpServer} server not listening yet
 * @param {Services} services
 */
export function serveSockets(io, server, services) {
  const { config, errors, metrics, store, presence, typing, sendMessage, fanOut } = services;
  const { messages, changes, sessions } = store;
  io.attach(server);
  const { engine } = io;
  engine.use(createOriginCheck(services));
  if (!config.transports.includes('polling')) engine.use(refusePolling);
  const receivers = closeSlowReceivers(engine, () => metrics.onError('receiver_too_slow'));
  admitSockets(io, services);

  io.on('connection', (socket) => {
    const { user, handle } = socket.data;
    // The session may have ended after the look-up.
    if (!sessions.isOpen(handle)) return void socket.disconnect(true);
    fanOut.join(socket);
    // The same functions for all sockets, which saves each three closures: `this` is the socket.
    socket.on('disconnect', onDisconnect);
    socket.on(events.message, onMessage);
    socket.on(events.typing, onTyping);
    const { count } = presence;
    socket.emit(events.welcome, { me: user, online: { count }, lastId: messages.lastId, rev: changes.rev });
  });

  /** @this {Socket} @param {string} reason as Socket.IO names it */
  function onDisconnect(reason) {
    // A connection whose socket has left has no use.
    if (reason === 'client namespace disconnect') this.conn.close(true);
  }

  /** @this {Socket} @param {unknown[]} args the payload, and the acknowledgement if the client asked for one */
  async function onMessage(...args) {
    const acknowledge = args.at(-1);
    const answer = await trySend(this.data.user, args[0]);
    if (typeof acknowledge === 'function') acknowledge(answer);
  }

  /** Returns the acknowledgement. @param {User} user @param {unknown} payload */
  async function trySend(user, payload) {
    try {
      const { message } = await sendMessage(user, asJsonObject(payload), 'socket');
      return { ok: true, message };
    } catch (error) {
      return { ok: false, error: errors.report(error) };
    }
  }

  /** @this {Socket} */
  function onTyping() {
    typing.begin(this.data.user);
  }

  return {
    bufferedBytes: receivers.bufferedBytes,
    /** Open sockets, joined or not. */
    count: () => engine.clientsCount,
    /**
     * Closes all connections without a disconnect packet: clients see `transport close`, and reconnect. Earlier writes,
     * such as acknowledgements, go out first, unless a client does not read them.
     */
    async close() {
      const end = performance.now() + FLUSH_MS;
      while (receivers.bufferedBytes() > 0 && performance.now() < end) await sleep(FLUSH_CHECK_MS);
      receivers.close();
      engine.close();
    },
  };
}
