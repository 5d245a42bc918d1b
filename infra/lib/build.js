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
    '--git-dir',
    join(folder, '.git'),
    '--work-tree',
    folder,
    'describe',
    '--always',
    '--dirty',
    '--abbrev=9',
  ];
  try {
    const commit = execFileSync('git', [...words, '--exclude=*'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `${version}+${commit.trim()}`;
  } catch {
    return null;
  }
}
