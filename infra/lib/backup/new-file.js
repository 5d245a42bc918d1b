import { randomBytes } from 'node:crypto';
import { closeSync, constants, linkSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';

/**
 * Writes under a temporary name beside the wanted one, and renames the file when it is whole. So in a folder that
 * others may write to, nothing is written into or through their files.
 * @param {string} path
 * @returns {{fd: number, keep: () => void, drop: () => void}} keep and drop close it
 * @throws {Error} where the name is taken, but by a regular file of the caller's, which is replaced
 */
export function newFile(path) {
  const replaces = refuseOthers(path);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const fd = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  return {
    fd,
    keep() {
      closeSync(fd);
      try {
        if (replaces) renameSync(temporary, path);
        else linkSync(temporary, path); // fails if somebody took the name meanwhile
      } finally {
        rmSync(temporary, { force: true });
      }
    },
    drop() {
      closeSync(fd);
      rmSync(temporary, { force: true });
    },
  };
}

/** @param {string} path @returns {boolean} whether there is one to replace */
function refuseOthers(path) {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return false;
  if (there.isFile() && there.uid === process.getuid?.()) return true;
  throw new Error(`${path} is there already, and is no regular file of yours: give another name.`);
}
