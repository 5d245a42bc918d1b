import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';

/**
 * @param {string} [folder] of the project
 * @returns {string | null} version and commit as semver's build metadata, `0.1.0+6ee9707f8`, with `-dirty` behind it where
 *   tracked files differ from that commit; null outside a repository
 */
export function build(folder = root) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // The repository may be another user's than the caller, who runs its code anyway. --exclude: no tag, the commit alone.
  const words = [
    '-c',
    'safe.directory=*',
    '-C',
    folder,
    'describe',
    '--always',
    '--dirty',
    '--abbrev=9',
    '--exclude=*',
  ];
  try {
    return `${version}+${execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`;
  } catch {
    return null;
  }
}
