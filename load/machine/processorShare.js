import fs from 'node:fs';

/** How much of the processor time that it wanted this process's main thread has got since this was made: on a machine that is too busy nothing can be measured. */
export class ProcessorShare {
  #before = readSchedule();

  /** @returns {number | null} 0 to 1; null where the kernel does not tell */
  share() {
    const now = readSchedule();
    if (!now || !this.#before) return null;
    const [ran, waited] = [now.ran - this.#before.ran, now.waited - this.#before.waited];
    return ran + waited > 0 ? ran / (ran + waited) : 1;
  }
}

/** Documentation/scheduler/sched-stats.rst: time on a processor, time that it waited for one, ns. @returns {{ran: number, waited: number} | null} */
function readSchedule() {
  try {
    const [ran, waited] = fs.readFileSync('/proc/self/schedstat', 'latin1').split(' ').map(Number);
    return { ran, waited };
  } catch {
    return null;
  }
}
