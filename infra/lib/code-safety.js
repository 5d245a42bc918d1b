import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';

/** Folders whose code runs as root or as the chats' user. */
const code = ['infra', 'node_modules', 'node-chat', 'laravel-chat', 'web', 'contract', 'load', 'package.json'];

/**
 * Files of that code that others could change: neither root's nor the caller's, or writable by others. Of a link the
 * link itself is looked at.
 * @param {string} [folder] the project's
 * @returns {string[]} a line each
 */
export function changeableCode(folder = root) {
  const found = fault(folder, folder);
  /** @type {string[]} */
  const faults = found ? [found] : [];
  const waiting = code.map((name) => join(folder, name));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) continue;
    const why = fault(path, folder);
    if (why) faults.push(why);
    if (!stat.isDirectory()) continue;
    try {
      for (const name of readdirSync(path)) waiting.push(join(path, name));
    } catch {
      faults.push(`${path} cannot be looked into`);
    }
  }
  return faults;
}

/** @param {string} path @param {string} folder */
function fault(path, folder) {
  const stat = lstatSync(path);
  if (stat.uid !== 0 && stat.uid !== process.getuid?.()) return `${path} is uid ${stat.uid}'s, who may change it`;
  if (stat.isSymbolicLink()) return null;
  // A group of the owner's own (same number) is nobody else.
  const group = stat.gid !== 0 && stat.gid !== stat.uid ? 0o020 : 0;
  return (stat.mode & (0o002 | group)) === 0 ? null : `others may write to ${path === folder ? 'the project' : path}`;
}
