import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';

/**
 * Version and commit as semver's build metadata: `0.1.0+6ee9707f8`, with `-dirty` behind it where tracked files differ
 * from that commit; null where the project is no repository.
 * @returns {string | null}
 */
export function build() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const repository = [`--git-dir=${join(root, '.git')}`, `--work-tree=${root}`];
  const words = ['describe', '--always', '--dirty', '--abbrev=9', '--exclude=*'];
  const { status, stdout } = spawnSync('git', [...repository, ...words], { encoding: 'utf8' });
  return status === 0 ? `${version}+${stdout.trim()}` : null;
}
