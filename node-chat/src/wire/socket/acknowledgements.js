import { packetOf } from './frame.js';
import { writePacket } from './receiver.js';

const ACK = 3; // packet type of the Socket.IO protocol

/**
 * Lets a socket acknowledge by one ready-made frame, as events go out: Socket.IO's own way through its encoder, queues and
 * events costs twice as much.
 * @param {any} socket
 */
export function acknowledgeByFrame(socket) {
  socket.ack = acknowledgement;
}

/**
 * What Socket.IO hands to the listener of an event whose sender asked for an acknowledgement.
 * @this {any} the socket
 * @param {number} id of the client's packet
 * @returns {(answer: unknown) => void} to be called once
 */
function acknowledgement(id) {
  const connection = this.conn;
  return (answer) => void writePacket(connection, packetOf(`${ACK}${id}${JSON.stringify([answer])}`));
}
