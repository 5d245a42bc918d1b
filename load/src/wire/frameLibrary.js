import { CLOSE } from './webSocketFrames.js';

/** @import { Meaning } from './types.js' */

/**
 * @typedef {object} Frame
 * @property {number} index in the library; -1: the frame is one receiver's own
 * @property {Buffer} bytes header and payload
 * @property {any} meaning the wire's reading of the payload
 * @property {Frame | null} next the frame that last followed this one at any receiver: it is likely to follow again
 * @property {Map<number, number>} arrivals how many receivers got this frame at each time, in ticks
 */

// The library counts arrivals by ticks, so each receiver costs one count instead of one latency record.
export const TICK_MS = 0.2;

// The server sends frames of these kinds to one receiver alone.
const OWN_KINDS = ['open', 'joined', 'refused', 'ack'];

/**
 * Stores each frame that a server sends to its receivers once. All receivers of a window get the same bytes: the
 * library parses the first receiver's frame, and only compares the others' frames with it.
 */
export class FrameLibrary {
  /** @type {Frame[]} */
  frames = [];
  /** @type {Map<string, Frame>} */
  #framesByBytes = new Map();

  /** @param {(payload: Buffer, opcode: number) => Meaning} read */
  constructor(read) {
    this.read = read;
  }

  /**
   * @param {Buffer} bytes one whole frame. The caller may overwrite them afterwards.
   * @param {number} header the header's length in bytes
   * @returns {Frame}
   */
  find(bytes, header) {
    const key = bytes.toString('latin1');
    const knownFrame = this.#framesByBytes.get(key);
    if (knownFrame) return knownFrame;
    const opcode = bytes[0] & 0x0f;
    const meaning = this.read(bytes.subarray(header), opcode);
    const frame = { index: -1, bytes: Buffer.from(bytes), meaning, next: null, arrivals: new Map() };
    if (opcode < CLOSE && !OWN_KINDS.includes(meaning.kind)) {
      frame.index = this.frames.length;
      this.frames.push(frame);
      this.#framesByBytes.set(key, frame);
    }
    return frame;
  }
}
