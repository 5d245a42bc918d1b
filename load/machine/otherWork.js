import os from 'node:os';
import { ProcessTree } from './processTree.js';

/** @typedef {{at: number, busySeconds: number, ownSeconds: number}} Reading at: ms; busySeconds: of all processors; ownSeconds: of the processes that are measured */

/** What else a machine did between start and stop, beside this process and those that are measured. */
export class OtherWork {
  #tree;
  #before;

  /** @param {number[]} pids that are measured */
  constructor(pids) {
    this.#tree = new ProcessTree([process.pid, ...pids]);
    this.#before = this.#read();
  }

  /** @returns {number} cores that it kept busy */
  stop() {
    return otherCores(this.#before, this.#read());
  }

  /** @returns {Reading} */
  #read() {
    const { cpuSeconds } = this.#tree.sample({ memory: false });
    return { at: performance.now(), busySeconds: busySeconds(), ownSeconds: cpuSeconds };
  }
}

/** @param {Reading} before @param {Reading} after @returns {number} 0 to the cores there are: clocks of processes and of processors tick apart */
export function otherCores(before, after) {
  const others = after.busySeconds - before.busySeconds - (after.ownSeconds - before.ownSeconds);
  const cores = (others / (after.at - before.at)) * 1000;
  return Math.min(os.cpus().length, Math.max(0, cores));
}

/** @returns {number} that all processors together were busy since the machine started */
function busySeconds() {
  return os.cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1000, 0);
}
