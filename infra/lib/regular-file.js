import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const largest = 65_536;

/**
 * The text of a small file that another user may have put there: no link is followed, and a pipe is not waited for.
 * @param {string} file
 * @returns {string | null} null: it is not there
 */
export function readRegularFile(file) {
  let descriptor;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(`${file} cannot be read (${code === 'ELOOP' ? 'it is a link' : code})`, { cause: error });
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.size > largest) throw new Error(`${file} is no small regular file`);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
