const TEXT_FRAME = 0x81; // FIN and opcode 1, RFC 6455 section 5.2

/**
 * A whole WebSocket text frame, as a server sends it: unmasked, so that all receivers can share the same bytes.
 * @param {string} text
 * @returns {Buffer}
 */
export function textFrame(text) {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = TEXT_FRAME;
  if (headerLength === 2) {
    frame[1] = length;
  } else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}

/**
 * A Socket.IO packet, and the same as the WebSocket frame that carries it.
 * @typedef {{ text: string, frame: Buffer }} Packet
 */

/** @param {string} text as the Socket.IO protocol writes it @returns {Packet} */
export const packetOf = (text) => ({ text, frame: textFrame(`4${text}`) }); // 4: `message` of the Engine.IO protocol
