import { contract } from '../../contract.js';

const { socketBytesPerSecond, socketBytesBurst, socketFrameBytes } = contract.limits;

/** How many bytes a client may send on one socket: a burst at once, then a steady rate. What is beyond it waits unread. */
export class ByteAllowance {
  #tokens = socketBytesBurst;
  #at = performance.now();

  /** @param {number} bytes that were read; they may be more than what is left @param {number} frames that were in them */
  spend(bytes, frames) {
    this.#refill();
    this.#tokens -= bytes + frames * socketFrameBytes;
  }

  /** @returns {number} ms until something may be read again, 0 where it may now */
  get waitMs() {
    this.#refill();
    return this.#tokens >= 0 ? 0 : (-this.#tokens / socketBytesPerSecond) * 1000;
  }

  #refill() {
    const now = performance.now();
    this.#tokens = Math.min(socketBytesBurst, this.#tokens + ((now - this.#at) / 1000) * socketBytesPerSecond);
    this.#at = now;
  }
}
