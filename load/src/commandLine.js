import os from 'node:os';
import { parseArgs } from 'node:util';

/** A command was called wrongly. Without a message the user sees its help. */
export class WrongUsage extends Error {}

/**
 * @typedef {object} Command
 * @property {string} usage what it does
 * @property {Record<string, string>} options help by name and placeholder: `--users N`; an option without a
 *   placeholder is a flag
 * @property {string} [exitCodes]
 * @property {number} [words] how many arguments beside the options it takes at most
 */

/** Placeholders of numbers; any other value is text. @type {Record<string, [string, (value: number) => boolean]>} */
const NUMBERS = {
  N: ['a whole number above 0', (value) => value > 0 && Number.isInteger(value)],
  R: ['a number above 0', (value) => value > 0],
  S: ['a number above 0', (value) => value > 0],
  'S|0': ['a number of 0 or more', (value) => value >= 0],
};

/**
 * Runs a command to its exit: 0 or 1 as `main` says, 2 for wrong usage or if it cannot begin.
 * @param {Command} command @param {(values: Record<string, any>, words: string[]) => Promise<0 | 1>} main
 */
export async function runCommand(command, main) {
  // A signal would end the process without its `exit` event, which ends the servers that were started for the run.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
  }
  try {
    const { values, words } = readWords(process.argv.slice(2), command);
    if (values.help) console.log(helpOf(command));
    process.exit(values.help ? 0 : await main(values, words));
  } catch (error) {
    const { message, stack } = /** @type {Error} */ (error);
    console.error((process.env.DEBUG ? stack : message) || helpOf(command));
    process.exit(2);
  }
}

/**
 * @param {string[]} args @param {Command} command
 * @returns {{values: Record<string, any>, words: string[]}} values: those of numeric placeholders are numbers
 * @throws {Error} that names what is wrong
 */
export function readWords(args, command) {
  const options = Object.keys(command.options).map((text) => text.slice(2).split(' '));
  const types = Object.fromEntries(
    [...options, ['help']].map(([name, value]) => [name, { type: value ? 'string' : 'boolean' }]),
  );
  const parsed = parseArgs({ args, options: /** @type {any} */ (types), allowPositionals: true });
  const surplus = parsed.positionals.slice(command.words ?? 0);
  if (surplus.length > 0) throw new WrongUsage(`Unexpected argument: ${surplus.join(' ')}.`);
  /** @type {Record<string, any>} */
  const values = { ...parsed.values };
  for (const [name, value] of options) {
    if (values[name] === undefined || !NUMBERS[value]) continue;
    values[name] = readNumber(value, `--${name} `, values[name]);
  }
  return { values, words: parsed.positionals };
}

/**
 * @param {string} placeholder of NUMBERS
 * @param {string} context the number in an error: `--users `
 * @param {string} text
 * @returns {number}
 * @throws {WrongUsage} that says what is expected
 */
export function readNumber(placeholder, context, text) {
  const [expected, isRight] = NUMBERS[placeholder];
  if (!isRight(Number(text))) throw new WrongUsage(`${context}${text}: expected ${expected}.`);
  return Number(text);
}

/** @param {Command} command @returns {string} */
function helpOf({ usage, options, exitCodes }) {
  const width = Math.max(...Object.keys(options).map((name) => name.length)) + 2;
  const lines = Object.entries(options).map(([name, does]) => `  ${name.padEnd(width)}${does}`);
  return [usage, '', ...lines, ...(exitCodes ? ['', `Exit codes: ${exitCodes}`] : [])].join('\n');
}

/** @param {string} text @returns {string} one word of a shell */
export const shellWord = (text) => (/^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** @param {string} name of this command @returns {string} a line for a shell that runs the same again */
export const typedCommand = (name) => [name, ...process.argv.slice(2).map(shellWord)].join(' ');
