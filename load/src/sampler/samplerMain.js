import { childrenOfAll, ProcessTree } from '../machine/processTree.js';
import { now } from '../ledger/clock.js';
import { readGauges } from './metricsText.js';

/**
 * The sampler's process, so that the load client spends nothing on looking. Told {parts, except, metricsUrl} it begins;
 * told 'stop' it answers with all that it saw, and ends.
 */

const EVERY_MS = 250;
// A look at memory walks over a process's pages, and finding children reads a file a process: both once a second.
const LOOKS_A_SECOND = 1000 / EVERY_MS;

/** @type {import('./sampler.js').Samples} */
const seen = { samples: [], gauges: [], cpuSeconds: 0 };

process.once('message', (/** @type {import('./sampler.js').Watched} */ { parts, except, metricsUrl }) => {
  const trees = Object.entries(parts).map(([name, pids]) => ({
    name,
    tree: new ProcessTree(pids, [...except, process.pid]),
  }));
  let children = childrenOfAll();
  let looks = 0;
  const look = () => {
    // The first comes before what is watched, the second lies in it however short it is.
    const isFull = looks === 0 || looks % LOOKS_A_SECOND === 1;
    looks++;
    if (isFull) children = childrenOfAll();
    const at = now();
    const sampled = trees.map(({ name, tree }) => [name, tree.sample({ memory: isFull, children })]);
    seen.samples.push({ at, memory: isFull, parts: Object.fromEntries(sampled) });
    if (isFull && metricsUrl) askGauges(metricsUrl);
  };
  look();
  process.send?.({ began: true });
  const timer = setInterval(look, EVERY_MS);
  process.on('message', () => {
    clearInterval(timer);
    look();
    const { user, system } = process.cpuUsage();
    seen.cpuSeconds = (user + system) / 1e6;
    process.send?.(seen, () => process.exit(0));
  });
});
// Whoever started it has ended.
process.on('disconnect', () => process.exit(0));

let asking = false;
/** @param {string} url */
async function askGauges(url) {
  if (asking) return;
  asking = true;
  const at = now();
  const gauges = await readGauges(url);
  if (gauges) seen.gauges.push({ at, ...gauges });
  asking = false;
}
