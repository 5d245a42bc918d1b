import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';

/**
 * @param {string} [folder] of the project
 * @returns {string | null} version and commit as semver's build metadata, `0.1.0+6ee9707f8`, with `-dirty` behind it where
 *   tracked files differ from that commit; null where the folder is no repository itself
 */
export function build(folder = root) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const words = [
    // The project's own repository, which may be another user's than the caller, who runs its code anyway. Not one of a folder
    // above, which anybody may have put there: git runs what a repository's settings name.
    '--git-dir',
    join(folder, '.git'),
    '--work-tree',
    folder,
    '-c',
    'core.fsmonitor=false',
    'describe',
    '--always',
    '--dirty',
    '--abbrev=9',
    '--exclude=*', // no tag, the commit alone
  ];
  try {
    return `${version}+${execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`;
  } catch {
    return null;
  }
}
