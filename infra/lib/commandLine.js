import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** @param {string} command of infra/ @returns {string} what its --help prints: the comment at its head */
export function usageOf(command) {
  const [, head] = readFileSync(new URL(`../${command}`, import.meta.url), 'utf8').match(/^#!.*\n((?:#.*\n)+)/) ?? [];
  return (head ?? '').replaceAll(/^# ?/gm, '').trimEnd();
}

/**
 * Reads a command's arguments, or prints its usage: exit 0 for --help, 2 for what it does not know.
 * @template {import('node:util').ParseArgsConfig['options']} T
 * @param {string} command of infra/
 * @param {T} options
 */
export function readArguments(command, options) {
  try {
    const read = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true });
    const { help, instance = 'dev' } = /** @type {{help?: boolean, instance?: string}} */ (read.values);
    if (help) {
      console.log(usageOf(command));
      process.exit(0);
    }
    // It names a folder of var/.
    if (!/^[a-z0-9][a-z0-9-]*$/.test(instance)) fail('--instance takes letters, digits and -', 2);
    return read;
  } catch (error) {
    return fail(`${/** @type {Error} */ (error).message}\n${usageOf(command)}`, 2);
  }
}

/** @param {string} message the fault, and what to do next
 *  @param {number} [status]
 *  @returns {never} */
export function fail(message, status = 1) {
  console.error(message);
  process.exit(status);
}
