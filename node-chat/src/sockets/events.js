import { contract } from '../contract.js';
import { asJsonObject } from '../json.js';

/** @typedef {import('socket.io').Socket} Socket */

const { events } = contract;

/**
 * The events of a joined socket: `message` with its acknowledgement, and `typing`.
 * @param {Pick<import('../createApp.js').Parts, 'sendMessage' | 'typing' | 'asFault'>} parts
 * @returns {(socket: Socket) => void} listens to one
 */
export function createEvents({ sendMessage, typing, asFault }) {
  // Listeners of their own for each of ten thousand sockets would be closures for nothing: `this` is the socket.
  return (socket) => {
    socket.on(events.message, onMessage);
    socket.on(events.typing, onTyping);
  };

  /** @this {Socket} @param {unknown[]} args the payload, and the acknowledgement where the client asked for one */
  async function onMessage(...args) {
    const answer = args.at(-1);
    const outcome = await send(this.data.user, args[0]);
    if (typeof answer === 'function') answer(outcome);
  }

  /** @param {import('../chat/stores.js').User} user @param {unknown} payload */
  async function send(user, payload) {
    try {
      const { message } = await sendMessage(user, asJsonObject(payload), 'socket');
      return { ok: true, message };
    } catch (error) {
      return { ok: false, error: asFault(error) };
    }
  }

  /** @this {Socket} */
  function onTyping() {
    typing.begin(this.data.user);
  }
}
