import { threadTimes } from '../livePage/threadTimes.js';

/** Since its construction, the share of the wanted processor time that this process's main thread has got. */
export class ProcessorShare {
  #before = threadTimes(process.pid);

  /** @returns {number | null} 0 to 1; null: the kernel keeps no such counters */
  share() {
    const now = threadTimes(process.pid);
    if (!now || !this.#before) return null;
    const [ran, waited] = [now.ranNs - this.#before.ranNs, now.waitedNs - this.#before.waitedNs];
    return ran + waited > 0 ? ran / (ran + waited) : 1;
  }
}
