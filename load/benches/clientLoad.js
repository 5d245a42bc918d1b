import { monitorEventLoopDelay } from 'node:perf_hooks';

// Above this a client is so busy that it measures itself: its own queue is part of every latency.
const BUSY_CORES = 0.9;

/** How busy this process was between start and stop. */
export class ClientLoad {
  #cpu = process.cpuUsage();
  #startedAt = performance.now();
  #delay = monitorEventLoopDelay({ resolution: 5 });

  constructor() {
    this.#delay.enable();
  }

  /**
   * @returns {{cpuCores: number, loopDelayP99Ms: number, bound: boolean}} bound: the client, not the server, set the figures
   */
  stop() {
    this.#delay.disable();
    const { user, system } = process.cpuUsage(this.#cpu);
    const cpuCores = (user + system) / 1000 / (performance.now() - this.#startedAt);
    return {
      cpuCores,
      loopDelayP99Ms: Math.max(0, this.#delay.percentile(99) / 1e6 - 5),
      bound: cpuCores > BUSY_CORES,
    };
  }
}
