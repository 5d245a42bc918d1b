import { sumOf, usage } from '../../sampler/usage.js';

// Four samples a second, and the one before the first of them.
const SAMPLES = 5;
// Older gauges are no longer what the server is like now.
const GAUGES_MS = 3000;

/** What the sampler saw in the last second. */
export class LiveSamples {
  /** @type {import('../../sampler/sampler.js').Sample[]} */
  #samples = [];
  /** @type {import('../../sampler/sampler.js').Samples['gauges'][number] | undefined} */
  #gauges;

  /** @param {string[]} serverParts names of the parts that the target names as its server */
  constructor(serverParts) {
    this.serverParts = serverParts;
  }

  /** @param {Pick<import('../../sampler/sampler.js').Samples, 'samples' | 'gauges'>} seen */
  add({ samples, gauges }) {
    this.#samples = [...this.#samples, ...samples].slice(-SAMPLES);
    this.#gauges = gauges[gauges.length - 1] ?? this.#gauges;
  }

  /** @param {number} at ms, now */
  row(at) {
    const gauges = this.#gauges && at - this.#gauges.at < GAUGES_MS ? this.#gauges : undefined;
    const workers = this.#samples.findLast((sample) => sample.workers)?.workers;
    const lag = gauges?.loopLagSeconds ?? null;
    return {
      usage: this.#usage(),
      connections: gauges?.connections ?? null,
      serverLoopLagMs: lag === null ? null : lag * 1000,
      workersBusy: workers?.busy ?? gauges?.workersBusy ?? null,
      workersWaiting: workers?.waiting ?? null,
    };
  }

  /** @returns {Record<string, ReturnType<typeof usage>>} {} until there are two samples */
  #usage() {
    const [first, last] = [this.#samples[0], this.#samples[this.#samples.length - 1]];
    if (!first || first === last) return {};
    const parts = Object.keys(last.parts).map((part) => [part, usage(this.#samples, part, first.at, last.at)]);
    const all = Object.fromEntries(parts);
    const server = this.serverParts.map((part) => all[part]);
    return { ...(server.length > 0 && { server: sumOf(server) }), ...all };
  }
}
