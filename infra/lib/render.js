import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './instance.js';

/**
 * Copies a file of infra/etc with a value in place of each ${NAME}.
 * @param {string} name of the file in infra/etc
 * @param {string} to path of the copy
 * @param {Record<string, string | number>} values
 * @throws {Error} where the file names a value that is not given
 */
export function render(name, to, values) {
  const text = readFileSync(join(root, 'infra/etc', name), 'utf8').replaceAll(/\$\{([A-Z_]+)\}/g, (_, key) => {
    if (values[key] === undefined) throw new Error(`infra/etc/${name} needs a value for ${key}`);
    return `${values[key]}`;
  });
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
