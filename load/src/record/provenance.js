import os from 'node:os';
import { codeCommit } from './commit.js';

// Read at the start: a commit during the run does not change the code that runs.
const COMMIT = codeCommit() ?? 'unknown';

/** @returns {{commit: string, machine: string}} what a figure has to carry */
export function provenance() {
  const [{ model }, cores] = [os.cpus()[0], os.cpus().length];
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  return { commit: COMMIT, machine: `${model}, ${cores} logical cores, ${memory} GiB, Linux ${os.release()}` };
}
