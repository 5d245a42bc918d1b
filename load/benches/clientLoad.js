import { monitorEventLoopDelay } from 'node:perf_hooks';

// Above this a client is so busy that it measures itself: its own queue is part of every latency.
const BUSY_CORES = 0.9;

/** How busy this process was between start and stop. */
export class ClientLoad {
  #cpu = process.cpuUsage();
  #startedAt = performance.now();
  #delay = monitorEventLoopDelay({ resolution: 5 });

  /** @param {import('./awake.js').Awake} awake whose idle polling is no work */
  constructor(awake) {
    this.awake = awake;
    this.idleBefore = awake.idleMs;
    this.#delay.enable();
  }

  /**
   * @returns {{cpuCores: number, polledCores: number, loopDelayP99Ms: number, bound: boolean}} cpuCores: work done;
   *   polledCores: turns spent awake for nothing, beside it; bound: the client, not the server, set the figures
   */
  stop() {
    this.#delay.disable();
    const { user, system } = process.cpuUsage(this.#cpu);
    const polledMs = this.awake.idleMs - this.idleBefore;
    const wallMs = performance.now() - this.#startedAt;
    const cpuCores = Math.max(0, (user + system) / 1000 - polledMs) / wallMs;
    return {
      cpuCores,
      polledCores: polledMs / wallMs,
      loopDelayP99Ms: Math.max(0, this.#delay.percentile(99) / 1e6 - 5),
      bound: cpuCores > BUSY_CORES,
    };
  }
}
