/**
 * This file has the frames of RFC 6455 that a load client needs: whole text, binary, ping and close frames, without
 * extensions.
 */

export const TEXT = 1;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;

/**
 * @param {string | Buffer} payload @param {number} [opcode]
 * @returns {Buffer} a client's frame: masked, as RFC 6455 5.3 demands
 */
export function clientFrame(payload, opcode = TEXT) {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const header = frameHeader(opcode, bytes.length, 0x80);
  const frame = Buffer.allocUnsafe(header.length + 4 + bytes.length);
  header.copy(frame);
  // Masks protect proxies from bytes that an attacker chose. This client chooses its own bytes, so a constant will do.
  const mask = frame.subarray(header.length, header.length + 4);
  MASK.copy(mask);
  for (let i = 0; i < bytes.length; i++) frame[header.length + 4 + i] = bytes[i] ^ MASK[i & 3];
  return frame;
}

/** @param {string} text @returns {Buffer} a server's frame */
export function serverFrame(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([frameHeader(TEXT, bytes.length, 0), bytes]);
}

const MASK = Buffer.from([0x12, 0x34, 0x56, 0x78]);

/** @param {number} opcode @param {number} length @param {0 | 0x80} masked */
function frameHeader(opcode, length, masked) {
  if (length < 126) return Buffer.from([0x80 | opcode, masked | length]);
  if (length < 65536) return Buffer.from([0x80 | opcode, masked | 126, length >> 8, length & 0xff]);
  const header = Buffer.alloc(10);
  header[0] = 0x80 | opcode;
  header[1] = masked | 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

/**
 * @param {Buffer} bytes the beginning of a server's frame
 * @returns {{header: number, total: number} | null} in bytes; null: the header is not complete yet
 */
export function frameSize(bytes) {
  if (bytes.length < 2) return null;
  const lengthCode = bytes[1] & 0x7f;
  if (lengthCode < 126) return { header: 2, total: 2 + lengthCode };
  if (lengthCode === 126) return bytes.length < 4 ? null : { header: 4, total: 4 + bytes.readUInt16BE(2) };
  return bytes.length < 10 ? null : { header: 10, total: 10 + Number(bytes.readBigUInt64BE(2)) };
}
