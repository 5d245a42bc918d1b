import { childrenOfAll, sampleTree } from './processTree.js';
import { now } from './clock.js';

/** @import { Sample } from './sampler.js' */

/**
 * The sampler is a process of its own, so that it takes no time of the load client. The message {pidsByPart} starts it.
 * At the message {stop} it sends all samples and exits.
 */

const SAMPLE_EVERY_MS = 250;
// The sampler reads memory and finds children only once a second: memory takes a walk over a process's pages, and
// children take a file per process.
const SAMPLES_PER_SECOND = 1000 / SAMPLE_EVERY_MS;

/** @type {Sample[]} */
const samples = [];

process.once('message', (/** @type {{pidsByPart: Record<string, number[]>}} */ { pidsByPart }) => {
  let children = childrenOfAll();
  const sample = () => {
    // The first sample comes before the work. The second comes during it, even if the work is short.
    const memory = samples.length === 0 || samples.length % SAMPLES_PER_SECOND === 1;
    if (memory) children = childrenOfAll();
    const at = now();
    const parts = Object.entries(pidsByPart).map(([part, pids]) => [part, sampleTree(pids, { memory, children })]);
    samples.push({ at, parts: Object.fromEntries(parts) });
  };
  sample();
  process.send?.('began');
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  process.on('message', () => {
    clearInterval(timer);
    sample();
    process.send?.(samples, () => process.exit(0));
  });
});
// The channel closes when the load client ends.
process.on('disconnect', () => process.exit(0));
