import { threadTimes } from '../livePage/threadTimes.js';

/** How much of the processor time that it wanted this process's main thread has got since this was made. */
export class ProcessorShare {
  #before = threadTimes(process.pid);

  /** @returns {number | null} 0 to 1; null where the kernel does not tell */
  share() {
    const now = threadTimes(process.pid);
    if (!now || !this.#before) return null;
    const [ran, waited] = [now.ranNs - this.#before.ranNs, now.waitedNs - this.#before.waitedNs];
    return ran + waited > 0 ? ran / (ran + waited) : 1;
  }
}
