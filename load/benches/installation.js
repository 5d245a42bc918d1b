import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @typedef {{part: string, pid: number | null, url: string, state: string}} Part */

/**
 * The parts of an installation that infra/up started.
 * @param {string} instance
 * @returns {Promise<Part[]>} [] where there is none of that name
 */
export function partsOf(instance) {
  return new Promise((resolve) => {
    execFile(path.join(ROOT, 'infra/status'), ['--instance', instance, '--json'], (_error, stdout) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        resolve([]);
      }
    });
  });
}

/** @param {string} instance @param {string} target @returns {string} the file that infra/seed writes */
export function seedFile(instance, target) {
  return path.join(ROOT, 'var', instance, `seed-${target}.jsonl`);
}

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
