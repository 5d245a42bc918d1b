import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './instance.js';

/** Debian keeps servers in sbin folders, which the PATH of an ordinary user lacks. */
export const searchPath = [
  join(root, 'node_modules/.bin'),
  ...(process.env.PATH ?? '').split(delimiter),
  ...['/usr/local/sbin', '/usr/sbin', '/sbin'],
].join(delimiter);

/** Finds the program's file, or null. @param {string} name */
export function onPath(name) {
  const files = searchPath.split(delimiter).map((folder) => join(folder || '.', name));
  return files.find((file) => existsSync(file)) ?? null;
}
