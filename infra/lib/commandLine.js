import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** What a command's --help prints: the comment at its head. @param {string} command of infra/ */
export function usageOf(command) {
  const [, head] = readFileSync(new URL(`../${command}`, import.meta.url), 'utf8').match(/^#!.*\n((?:#.*\n)+)/) ?? [];
  return (head ?? '').replaceAll(/^# ?/gm, '').trimEnd();
}

/**
 * Reads a command's arguments, or prints its usage: exit 0 for --help, 2 for what it does not know.
 * @template {import('node:util').ParseArgsConfig['options']} T
 * @param {string} command of infra/
 * @param {T} options
 * @param {{takesWords?: boolean}} [how]
 */
export function readArguments(command, options, { takesWords = false } = {}) {
  try {
    const read = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true });
    const { help, instance = 'dev' } = /** @type {{help?: boolean, instance?: string}} */ (read.values);
    if (help) {
      console.log(usageOf(command));
      process.exit(0);
    }
    if (!takesWords && read.positionals.length > 0) throw new Error(`Unexpected argument: ${read.positionals[0]}`);
    // It names a folder of var/.
    if (!/^[a-z0-9][a-z0-9-]*$/.test(instance)) fail('--instance takes letters, digits and -', 2);
    return read;
  } catch (error) {
    return fail(`${/** @type {Error} */ (error).message}\n${usageOf(command)}`, 2);
  }
}

/** @param {string} message the fault, and what to do next @param {number} [status] @returns {never} */
export function fail(message, status = 1) {
  console.error(message);
  process.exit(status);
}
