import { execFileSync } from 'node:child_process';
import { ROOT } from '../machine/paths.js';

// Figures depend on these alone: a commit that changes none of them measures the same.
const CODE = [
  ...['node-chat', 'laravel-chat', 'web', 'contract', 'examples', 'infra', 'package-lock.json'],
  ...['load/src', 'load/targets', 'load/workloads', 'load/baselines'],
  ...['load/chat.yml', 'load/artillery-engine-chat', 'load/artillery-engine-pusher'],
];
const CHANGED = '-dirty';

/**
 * The commit of a load client and, by `CHAT_BUILD` of infra/up, of a chat: one rule, so that the two can be compared.
 * @returns {string | null} the last one that touched code, with `-dirty` where code differs from it; null where the
 *   project is no repository
 */
export function codeCommit() {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', [`--git-dir=${ROOT}.git`, `--work-tree=${ROOT}`, ...words, '--', ...CODE], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const commit = git('log', '-1', '--format=%H').slice(0, 9);
    return git('status', '--porcelain', '--untracked-files=no') === '' ? commit : commit + CHANGED;
  } catch {
    return null;
  }
}

/** @param {string} commit of a record @returns {boolean} whether it names all of the code that made it */
export const isRepeatable = (commit) => commit !== 'unknown' && !commit.endsWith(CHANGED);
