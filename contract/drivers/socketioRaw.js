import { Inbox } from '../suite/inbox.js';
import { openBareSocket, padded } from './bareSocket.js';

/** @param {import('../suite/server.js').Server} server @param {string} [query] */
export const socketAddress = (server, query = 'EIO=4&transport=websocket') =>
  `${server.config.socketUrl.replace(/^http/, 'ws')}/socket.io/?${query}`;

/**
 * @param {import('../suite/server.js').Server} server @param {string} cookie @param {{join?: boolean}} [options]
 * @returns {Promise<import('./driver.js').RawConnection>}
 */
export async function raw(server, cookie, { join = true } = {}) {
  const inbox = new Inbox();
  const opened = await openBareSocket(socketAddress(server), { cookie }, (text, isBinary) => {
    if (isBinary) return inbox.put('binary', text);
    if (text === '2') return opened.socket?.send('3');
    const [, type, room, id, json] = /^(4?\d)(\/[^,]*,)?(\d*)(.*)$/s.exec(text) ?? [];
    if (room) return inbox.put(`packet ${type}`, `${room} ${json}`);
    if (type === '42') inbox.put(...eventOf(json));
    else if (type === '43') inbox.put('ack', { id: Number(id), ack: JSON.parse(json)[0] });
    else inbox.put(`packet ${type}`, json ? JSON.parse(json) : undefined);
  });
  if (!opened.socket) throw new Error(`the handshake was refused with ${opened.status}`);
  const { socket, closed } = opened;
  let sent = 0;
  /** @type {Map<string, number>} */
  const ackIds = new Map();
  /** @type {Map<number, string>} */
  const clientIds = new Map();
  if (join) {
    socket.send('40');
    await inbox.next('welcome');
  }
  return {
    socket,
    inbox,
    closed,
    send: (text) => socket.send(text),
    packet: (payload, size) => {
      ackIds.set(payload.clientId, ++sent);
      clientIds.set(sent, payload.clientId);
      return padded(
        (fields) => `42${ackIds.get(payload.clientId)}${JSON.stringify(['message', fields])}`,
        payload,
        size,
      );
    },
    ack: async (clientId, ms) => {
      const id = ackIds.get(clientId);
      return (await inbox.next('ack', (answer) => answer.id === id, ms)).ack;
    },
    answered: ({ id, ack }) => {
      const clientId = clientIds.get(id);
      clientIds.delete(id);
      if (clientId !== undefined) ackIds.delete(clientId);
      return { clientId, ack };
    },
  };
}

/** @param {string} json @returns {[string, any]} */
function eventOf(json) {
  const [name, payload] = JSON.parse(json);
  return [name, payload];
}
