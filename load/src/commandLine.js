import os from 'node:os';
import { parseArgs } from 'node:util';

/** Somebody typed what this program does not take; the message says what it takes. */
export class WrongUsage extends Error {}

/**
 * Runs a command to its exit: 0 to 1 as `main` says, 2 for wrong usage or where it cannot begin.
 * @param {string} usage what --help prints
 * @param {Record<string, {type: 'string' | 'boolean', default?: string | boolean}>} options --help comes by itself
 * @param {(values: Record<string, any>, positionals: string[]) => Promise<0 | 1>} main
 * @param {{words?: number}} [takes] words: so many arguments at most that are no options
 */
export async function runCommand(usage, options, main, { words = 0 } = {}) {
  // A signal ends a process without its `exit` event, by which private servers and claims are given back.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
  }
  try {
    const { values, positionals } = readOptions(process.argv.slice(2), usage, options, words);
    if (values.help) console.log(usage);
    process.exit(values.help ? 0 : await main(values, positionals));
  } catch (error) {
    const { message, stack } = /** @type {Error} */ (error);
    console.error(process.env.DEBUG ? stack : message);
    process.exit(2);
  }
}

/**
 * @param {string[]} args @param {string} usage
 * @param {Record<string, {type: 'string' | 'boolean', default?: string | boolean}>} options
 * @param {number} [words] so many arguments at most that are no options
 * @returns {{values: Record<string, any>, positionals: string[]}}
 * @throws {WrongUsage}
 */
export function readOptions(args, usage, options, words = 0) {
  const help = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    const read = parseArgs({ args, options: { ...options, help }, allowPositionals: true });
    const surplus = read.positionals.slice(words);
    if (surplus.length > 0) throw new Error(`Nothing is done with ${surplus.join(' ')}.`);
    return read;
  } catch (error) {
    throw new WrongUsage(`${/** @type {Error} */ (error).message}\n${usage}`);
  }
}

/**
 * @param {string} name @param {string} text @param {{whole?: boolean}} [options]
 * @returns {number} @throws {WrongUsage}
 */
export function positiveNumber(name, text, { whole = false } = {}) {
  const value = Number(text);
  if (!(value > 0) || (whole && !Number.isInteger(value))) {
    throw new WrongUsage(`--${name} ${text}: a ${whole ? 'whole ' : ''}number above 0 belongs there.`);
  }
  return value;
}

/** @param {string} name @param {string} text @returns {number} 0 where it says so, else above it @throws {WrongUsage} */
export const secondsOrNone = (name, text) => (text === '0' ? 0 : positiveNumber(name, text));

/** @param {string} name of this command @returns {string} it as it was typed, to have the same again */
export const typedCommand = (name) => [name, ...process.argv.slice(2)].join(' ');
