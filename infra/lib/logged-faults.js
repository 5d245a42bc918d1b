import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from './printable.js';

// As pino, Monolog, nginx and PHP write what went wrong.
const FAULT = /"level":[56]0|\.(ERROR|CRITICAL|ALERT|EMERGENCY):|\[(error|crit|alert|emerg)\]|PHP Fatal/;
const LINES = 6;
const LENGTH = 300;

/** @param {string} folder of logs @returns {Map<string, number>} bytes that each has now */
export function logLengths(folder) {
  if (!existsSync(folder)) return new Map();
  const logs = readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .toSorted();
  return new Map(logs.map((name) => [name, statSync(join(folder, name)).size]));
}

/**
 * Faults that servers have logged since then: the last ones of each log, equal ones once.
 * @param {string} folder @param {Map<string, number>} since as logLengths() told
 * @returns {string[]} lines for people
 */
export function loggedFaults(folder, since) {
  return [...logLengths(folder)].flatMap(([name, length]) => {
    const from = since.get(name) ?? 0;
    // A shorter one was begun anew.
    const text = readFileSync(join(folder, name)).subarray(from > length ? 0 : from);
    const lines = text.toString().split('\n');
    const faults = lines.filter((line) => FAULT.test(line)).map((line) => printable(line).slice(0, LENGTH));
    return [...new Set(faults)].slice(-LINES).map((line) => `${name}: ${line}`);
  });
}
