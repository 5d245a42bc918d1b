import { parseArgs } from 'node:util';

/**
 * Reads the command line of a command that takes a URL, or two; --help, or an incomplete line, prints the usage.
 * @template {Record<string, {type: 'string' | 'boolean', default?: string, multiple?: boolean}>} Options
 * @param {string[]} args @param {string} usage @param {Options} options
 * @param {(values: Record<string, any>, url: string | undefined, urls: string[]) => boolean} [isComplete]
 * @returns {{values: Record<string, any>, url: string, urls: string[], code: number | undefined}} `code` is the exit code where there is nothing more to do
 */
export function readCommandLine(args, usage, options, isComplete = (_, url) => url !== undefined) {
  const { values: given, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...options, help: { type: 'boolean', short: 'h' } },
  });
  /** @type {Record<string, any>} */
  const values = given;
  const [url] = positionals;
  const ready = !values.help && isComplete(values, url, positionals);
  if (!ready) console.log(usage);
  return { values, url, urls: positionals, code: ready ? undefined : values.help ? 0 : 2 };
}

/**
 * The values of options that are numbers.
 * @param {Record<string, any>} values @param {string[]} names @returns {number[]} throws an Error that names the option
 */
export function numbersOf(values, names) {
  return names.map((name) => {
    const number = Number(values[name]);
    if (!Number.isFinite(number)) throw new Error(`--${name} ${values[name]} is no number`);
    return number;
  });
}
