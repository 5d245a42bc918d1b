import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/**
 * The program's file, or null. Debian keeps servers in sbin folders that are not on everybody's PATH.
 * @param {string} name
 */
export function onPath(name) {
  for (const folder of [...(process.env.PATH ?? '').split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin']) {
    const file = join(folder || '.', name);
    if (mayRun(file)) return file;
  }
  return null;
}

/** @param {string} file */
export function mayRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
