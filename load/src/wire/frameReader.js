import { frameSize } from './webSocketFrames.js';

/** @import { Frame, FrameLibrary } from './frameLibrary.js' */

const EMPTY = Buffer.alloc(0);

/**
 * Cuts one receiver's bytes into frames. It compares them with the frame that it expects next; only if they differ, it
 * collects a whole frame and looks it up. At 5 million deliveries a second there is no time to parse each frame.
 */
export class FrameReader {
  /** @type {Frame | null} the last frame of the library */
  #lastFrame = null;
  /** @type {Frame | null} the expected frame; it begins with the bytes so far */
  #guess = null;
  /** number of bytes of #guess that came so far */
  #matched = 0;
  /** @type {Buffer | null} the bytes so far of an unexpected frame */
  #partial = null;

  /** @param {FrameLibrary} library @param {(frame: Frame) => void} onFrame */
  constructor(library, onFrame) {
    this.library = library;
    this.onFrame = onFrame;
  }

  /**
   * @param {Buffer} chunk The caller may overwrite it afterwards.
   * @param {number} end number of its bytes that were read
   */
  read(chunk, end) {
    let offset = 0;
    while (offset < end) {
      if (this.#partial) {
        offset = this.#collect(chunk, offset, end);
        continue;
      }
      this.#guess ??= this.#lastFrame?.next ?? null;
      const guess = this.#guess;
      if (!guess) {
        this.#partial = EMPTY;
        continue;
      }
      const { bytes } = guess;
      const length = Math.min(bytes.length - this.#matched, end - offset);
      if (chunk.compare(bytes, this.#matched, this.#matched + length, offset, offset + length) !== 0) {
        // This is not the expected frame, but both begin with the bytes that matched so far.
        this.#partial = this.#matched > 0 ? Buffer.from(bytes.subarray(0, this.#matched)) : EMPTY;
        continue;
      }
      offset += length;
      this.#matched += length;
      if (this.#matched === bytes.length) this.#finish(guess);
    }
  }

  /**
   * Collects the bytes of an unexpected frame, and looks the frame up once it is whole.
   * @param {Buffer} chunk
   * @param {number} offset
   * @param {number} end
   * @returns {number} where the next frame begins
   */
  #collect(chunk, offset, end) {
    const partial = /** @type {Buffer} */ (this.#partial);
    const bytes =
      partial.length === 0 ? chunk.subarray(offset, end) : Buffer.concat([partial, chunk.subarray(offset, end)]);
    const size = frameSize(bytes);
    if (!size || size.total > bytes.length) {
      this.#partial = partial.length === 0 ? Buffer.from(bytes) : bytes;
      return end;
    }
    const frame = this.library.find(bytes.subarray(0, size.total), size.header);
    if (frame.index >= 0 && this.#lastFrame) this.#lastFrame.next = frame;
    this.#finish(frame);
    return offset + size.total - partial.length;
  }

  /** @param {Frame} frame */
  #finish(frame) {
    this.#matched = 0;
    this.#guess = null;
    this.#partial = null;
    if (frame.index >= 0) this.#lastFrame = frame;
    this.onFrame(frame);
  }
}
