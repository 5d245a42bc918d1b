import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @returns {{commit: string, machine: string, date: string}} what a figure has to carry to be repeated */
export function provenance() {
  const cpus = fs.readFileSync('/proc/cpuinfo', 'latin1');
  const model = /^model name\s*: (.*)$/m.exec(cpus)?.[1] ?? 'unknown processor';
  const cores = cpus.match(/^processor\s*:/gm)?.length ?? 0;
  const memory = Number(/^MemTotal:\s+(\d+)/m.exec(fs.readFileSync('/proc/meminfo', 'latin1'))?.[1]) / 1024 / 1024;
  return {
    commit: readCommit(),
    machine: `${model}, ${cores} logical cores, ${Math.round(memory)} GiB`,
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
  };
}

/** @returns {string} the checked-out commit, shortened */
function readCommit() {
  try {
    const head = fs.readFileSync(path.join(ROOT, '.git/HEAD'), 'utf8').trim();
    const hash = head.startsWith('ref: ')
      ? fs.readFileSync(path.join(ROOT, '.git', head.slice(5)), 'utf8').trim()
      : head;
    return hash.slice(0, 9);
  } catch {
    return 'unknown';
  }
}
