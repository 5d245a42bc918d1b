import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { ROOT } from '../machine/paths.js';

// Figures depend on these alone: a commit that changes none of them measures the same.
const CODE = [
  ...['node-chat', 'laravel-chat', 'contract', 'examples', 'infra', 'package-lock.json'],
  ...['load/src', 'load/targets', 'load/workloads', 'load/baselines'],
  ...['load/chat.yml', 'load/artillery-engine-chat', 'load/artillery-engine-pusher'],
];
const CHANGED = ' and changes';

// Read at the start: a commit during the run does not change the code that runs.
const COMMIT = readCommit();

/** @returns {{commit: string, machine: string}} what a figure has to carry: the last commit that touched code */
export function provenance() {
  const [{ model }, cores] = [os.cpus()[0], os.cpus().length];
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  return { commit: COMMIT, machine: `${model}, ${cores} logical cores, ${memory} GiB, Linux ${os.release()}` };
}

/** @param {string} commit of a record @returns {boolean} whether it names all of the code that made it */
export const isRepeatable = (commit) => commit !== 'unknown' && !commit.endsWith(CHANGED);

function readCommit() {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const code = CODE.filter((name) => fs.existsSync(ROOT + name));
  try {
    const commit = git('log', '-1', '--format=%H', '--', ...code).slice(0, 9);
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ...code);
    return changed === '' ? commit : commit + CHANGED;
  } catch {
    return 'unknown';
  }
}
