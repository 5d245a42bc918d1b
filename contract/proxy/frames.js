/**
 * @typedef {object} Frame one WebSocket frame (RFC 6455, 5.2)
 * @property {boolean} fin
 * @property {number} opcode 1 text, 2 binary, 0 continuation, 8 close, 9 ping, 10 pong
 * @property {Buffer} payload unmasked
 * @property {Buffer} raw as it came
 */

/** Cuts a stream of bytes into frames. */
export class FrameReader {
  constructor() {
    /** @type {Buffer} */
    this.rest = Buffer.alloc(0);
  }

  /** @param {Buffer} chunk @returns {Frame[]} the frames that are complete now */
  push(chunk) {
    this.rest = this.rest.length ? Buffer.concat([this.rest, chunk]) : chunk;
    const frames = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  /** @returns {Frame | undefined} */
  #next() {
    const { rest } = this;
    if (rest.length < 2) return undefined;
    const masked = (rest[1] & 0x80) !== 0;
    let length = rest[1] & 0x7f;
    let at = 2;
    if (length === 126) {
      if (rest.length < 4) return undefined;
      length = rest.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (rest.length < 10) return undefined;
      length = Number(rest.readBigUInt64BE(2));
      at = 10;
    }
    const end = at + (masked ? 4 : 0) + length;
    if (rest.length < end) return undefined;
    const payload = Buffer.from(rest.subarray(end - length, end));
    if (masked) for (let i = 0; i < length; i++) payload[i] ^= rest[at + (i & 3)];
    this.rest = rest.subarray(end);
    return { fin: (rest[0] & 0x80) !== 0, opcode: rest[0] & 0x0f, payload, raw: rest.subarray(0, end) };
  }
}

/**
 * A frame as bytes; `masked` with the key 0, which leaves the payload as it is.
 * @param {{fin?: boolean, opcode: number, payload: Buffer}} frame @param {boolean} masked
 */
export function encodeFrame({ fin = true, opcode, payload }, masked) {
  const { length } = payload;
  const size = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + size + (masked ? 4 : 0));
  head[0] = (fin ? 0x80 : 0) | opcode;
  head[1] = (masked ? 0x80 : 0) | (size === 0 ? length : size === 2 ? 126 : 127);
  if (size === 2) head.writeUInt16BE(length, 2);
  if (size === 8) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
