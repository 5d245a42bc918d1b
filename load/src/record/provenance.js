import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.js';

// The commit is read at the start: a commit during the run does not change the code that runs.
const COMMIT = codeCommit();

/** @returns {{commit: string, machine: string}} the origin that every figure names */
export function provenance() {
  const [{ model }, cores] = [os.cpus()[0], os.cpus().length];
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  return { commit: COMMIT, machine: `${model}, ${cores} logical cores, ${memory} GiB, Linux ${os.release()}` };
}

/** @returns {string} what infra/commit prints; `unknown` if the project is no repository */
function codeCommit() {
  try {
    const command = path.join(ROOT, 'infra/commit');
    return execFileSync(command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}

/** @param {string} commit of a record @returns {boolean} whether the commit names all code that made the record */
export const isRepeatable = (commit) => commit !== 'unknown' && !commit.endsWith('-dirty');
