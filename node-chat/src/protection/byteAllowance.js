import { contract } from '../contract.js';

const { joinSeconds, socketBytesPerSecond, socketBytesBurst, socketFrameBytes, unjoinedBytesBurst } = contract.limits;

const JOINED = { burst: socketBytesBurst, perSecond: socketBytesPerSecond };
const UNJOINED = { burst: unjoinedBytesBurst, perSecond: unjoinedBytesBurst / joinSeconds };

/** How many bytes a client may send on one socket: a burst, then a steady rate. Before it has joined both are small. */
export class ByteAllowance {
  #rate = UNJOINED;
  #tokens = UNJOINED.burst;
  #at = performance.now();

  /**
   * @param {number} bytes that were read; they may be more than what is left
   * @param {number} [frames] that were in them
   */
  spend(bytes, frames = 0) {
    this.#refill();
    this.#tokens -= bytes + frames * socketFrameBytes;
  }

  join() {
    if (this.#rate === JOINED) return;
    this.#refill();
    this.#rate = JOINED;
    this.#tokens += JOINED.burst - UNJOINED.burst;
  }

  /** @returns {number} ms until something may be read again, 0 where it may now */
  get waitMs() {
    this.#refill();
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#rate.perSecond) * 1000;
  }

  #refill() {
    const now = performance.now();
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate.perSecond);
    this.#at = now;
  }
}
