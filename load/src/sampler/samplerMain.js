import { childrenOfAll, sampleTree } from '../machine/processTree.js';
import { now } from '../machine/clock.js';

/**
 * The sampler's process, so that the load client spends nothing on looking. Told {pidsByPart} it begins; told {stop} it
 * answers with all that it saw, and ends.
 */

const EVERY_MS = 250;
// A look at memory walks over a process's pages, and finding children reads a file a process: both once a second.
const LOOKS_A_SECOND = 1000 / EVERY_MS;

/** @type {import('./sampler.js').Sample[]} */
const samples = [];

process.once('message', (/** @type {{pidsByPart: Record<string, number[]>}} */ { pidsByPart }) => {
  let children = childrenOfAll();
  const look = () => {
    // The first comes before what is watched, the second lies in it however short it is.
    const memory = samples.length === 0 || samples.length % LOOKS_A_SECOND === 1;
    if (memory) children = childrenOfAll();
    const time = now();
    const sampled = Object.entries(pidsByPart).map(([name, pids]) => [name, sampleTree(pids, { memory, children })]);
    samples.push({ at: time, parts: Object.fromEntries(sampled) });
  };
  look();
  process.send?.('began');
  const timer = setInterval(look, EVERY_MS);
  process.on('message', () => {
    clearInterval(timer);
    look();
    process.send?.(samples, () => process.exit(0));
  });
});
// Its parent has ended.
process.on('disconnect', () => process.exit(0));
