import fs from 'node:fs';
import { provenance } from './provenance.js';

/** @param {string | number} [pid] @returns {number | null} descriptors that a process may hold; null: no limit, or not known */
export function descriptorLimit(pid = 'self') {
  try {
    const limits = fs.readFileSync(`/proc/${pid}/limits`, 'latin1');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]) || null;
  } catch {
    return null;
  }
}

/** @returns {{commit: string, runtime: string, machine: string, descriptors: number | null}} */
export function clientFacts() {
  const { commit, machine } = provenance();
  return { commit, machine, runtime: `Node.js ${process.versions.node}`, descriptors: descriptorLimit() };
}
