import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printable } from './printable.js';

/** @param {string} command of infra/ @returns {string} what its --help prints: console.sh shows it where there is no Node.js yet */
export const usageOf = (command) => readFileSync(new URL(`usage/${command}.txt`, import.meta.url), 'utf8').trimEnd();

/**
 * Reads a command's words, or prints its usage: exit 0 for --help, 2 for what it does not know.
 * @template {import('node:util').ParseArgsConfig['options']} T
 * @param {string} usage
 * @param {T} options
 */
export function readOptions(usage, options) {
  try {
    const read = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true });
    if (/** @type {{help?: boolean}} */ (read.values).help) {
      console.log(usage);
      process.exit(0);
    }
    return read;
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n${usage}`);
    process.exit(2);
  }
}

/** @param {string} message the fault, and what to do next
 *  @param {number} [status]
 *  @returns {never} */
export function fail(message, status = 1) {
  console.error(printable(message)); // it may quote a log
  process.exit(status);
}
