import { parseArgs } from 'node:util';

/** Somebody typed what this program does not take; the message says what it takes. */
export class WrongUsage extends Error {}

/**
 * @param {string[]} args @param {string} usage
 * @param {Record<string, {type: 'string' | 'boolean', default?: string | boolean}>} options
 * @returns {{values: Record<string, any>, positionals: string[]}}
 * @throws {WrongUsage}
 */
export function readOptions(args, usage, options) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values, positionals };
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
