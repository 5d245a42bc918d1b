import { contract } from '../../contract.js';
import { asJsonObject } from '../json.js';

/** @typedef {import('socket.io').Socket} Socket */

const { events } = contract;

/**
 * What a socket that joined may say: `message` with its acknowledgement, and `typing`.
 * @param {Pick<import('../parts.js').WireParts, 'sendMessage' | 'typing' | 'asFault'>} parts
 * @returns {(socket: Socket) => void} listens to one
 */
export function createEvents({ sendMessage, typing, asFault }) {
  // Listeners of their own for each of ten thousand sockets would be closures for nothing: `this` is the socket.
  return (socket) => {
    socket.on(events.message, onMessage);
    socket.on(events.typing, onTyping);
  };

  /** @this {Socket} @param {unknown[]} args the payload, and the acknowledgement where the client asked for one */
  function onMessage(...args) {
    const ack = args.at(-1);
    const answer = typeof ack === 'function' ? ack : () => {};
    const [payload] = args;
    try {
      sendMessage(this.data.user, asJsonObject(payload), 'socket', (error, sent) => {
        if (!sent) return refuse(answer, error);
        answer({ ok: true, message: sent.message });
      });
    } catch (error) {
      refuse(answer, error);
    }
  }

  /** @this {Socket} */
  function onTyping() {
    typing.begin(this.data.user);
  }

  /** @param {Function} answer @param {unknown} error */
  function refuse(answer, error) {
    answer({ ok: false, error: asFault(error) });
  }
}
