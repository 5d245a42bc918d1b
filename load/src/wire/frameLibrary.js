import { CLOSE } from './webSocketFrames.js';

/**
 * The frames that a server sends to its receivers, each known once. Receivers of one window get the same bytes: the
 * first receiver's frame is parsed, those of the others are only compared with it.
 *
 * @typedef {object} Frame
 * @property {number} index in the order first seen
 * @property {Buffer} bytes header and payload
 * @property {any} meaning the wire's reading of the payload
 * @property {number} messages how many chat messages it brings
 * @property {Frame | null} next the frame that followed it at the receiver that saw both last: the one to compare with
 *   next
 * @property {Map<number, number>} arrivals how many receivers had it, by time in ticks
 */

// Arrival times of a frame are counted in ticks, so that a latency costs one count, not one record, for each receiver.
export const TICK_MS = 0.2;

// Frames that one receiver alone gets.
const OWN = ['open', 'joined', 'refused', 'ack'];

export class FrameLibrary {
  /** @type {Frame[]} */
  frames = [];
  /** @type {Map<string, Frame>} */
  #framesByBytes = new Map();

  /** @param {(payload: Buffer, opcode: number) => import('./types.js').Meaning} read */
  constructor(read) {
    this.read = read;
  }

  /**
   * @param {Buffer} bytes one whole frame, which the caller goes on using: kept frames are copied
   * @param {number} header its length
   * @returns {Frame}
   */
  find(bytes, header) {
    const key = bytes.toString('latin1');
    const knownFrame = this.#framesByBytes.get(key);
    if (knownFrame) return knownFrame;
    const opcode = bytes[0] & 0x0f;
    const meaning = this.read(bytes.subarray(header), opcode);
    const messages = meaning.messages?.length ?? 0;
    const frame = { index: -1, bytes: Buffer.from(bytes), meaning, messages, next: null, arrivals: new Map() };
    if (opcode < CLOSE && !OWN.includes(meaning.kind)) {
      frame.index = this.frames.length;
      this.frames.push(frame);
      this.#framesByBytes.set(key, frame);
    }
    return frame;
  }
}
