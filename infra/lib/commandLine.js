import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Reads a command's arguments: exit 0 for --help, 2 for what it does not know. Its help is the comment at its head. It
 * takes the options of the help: those of the first line, and those that begin a line. `--only CHAT` takes a word.
 * @param {string} command of infra/ @param {{takesWords?: boolean}} [how]
 * @returns {{values: Record<string, any>, positionals: string[]}}
 */
export function readArguments(command, { takesWords = false } = {}) {
  const [, head = ''] =
    readFileSync(new URL(`../${command}`, import.meta.url), 'utf8').match(/^#!.*\n((?:#.*\n)+)/) ?? [];
  const help = head.replaceAll(/^# ?/gm, '').trimEnd();
  const named = help.matchAll(/(?<=^infra\/.*|^ {2})--([a-z]+)( [A-Z]+)?/gm);
  const types = [...named].map(([, name, word]) => [name, { type: word ? 'string' : 'boolean' }]);
  const options = Object.fromEntries([...types, ['help', { type: 'boolean' }]]);
  try {
    const { positionals, values: given } = parseArgs({ options, allowPositionals: takesWords });
    /** @type {Record<string, any>} */
    const values = { instance: 'dev', ...given };
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    // It names a folder of var/.
    if (!/^[a-z0-9][a-z0-9-]*$/.test(values.instance)) fail('--instance takes letters, digits and -', 2);
    return { positionals, values };
  } catch (error) {
    return fail(`${/** @type {Error} */ (error).message}\ninfra/${command} --help lists the options.`, 2);
  }
}

/** @param {string} message the fault, and what to do next @param {number} [status] @returns {never} */
export function fail(message, status = 1) {
  console.error(message);
  process.exit(status);
}
