import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

// Read as the program begins: whoever commits while it measures does not change what it runs.
const COMMIT = readCommit();

/** @returns {{commit: string, machine: string, date: string}} what a figure has to carry to be repeated */
export function provenance() {
  const cpus = fs.readFileSync('/proc/cpuinfo', 'latin1');
  const model = /^model name\s*: (.*)$/m.exec(cpus)?.[1] ?? 'unknown processor';
  const cores = cpus.match(/^processor\s*:/gm)?.length ?? 0;
  const memory = Number(/^MemTotal:\s+(\d+)/m.exec(fs.readFileSync('/proc/meminfo', 'latin1'))?.[1]) / 1024 / 1024;
  return {
    commit: COMMIT,
    machine: `${model}, ${cores} logical cores, ${Math.round(memory)} GiB`,
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
  };
}

/**
 * @returns {string} the checked-out commit, shortened; where tracked files differ from it, that is said, since nobody
 *   could repeat the figure from the commit alone (docs hold no code: a run that saves there changes nothing)
 */
function readCommit() {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('rev-parse', 'HEAD').slice(0, 9);
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs');
    return changed === '' ? commit : `${commit} and changes`;
  } catch {
    return 'unknown';
  }
}
