import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../machine/atExit.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Checks a commit out under var/compare; its infra/up fetches its packages.
 * @param {string} commit as git takes it @param {string} name of the folder
 * @returns {{root: string, remove: () => void}}
 * @throws {Error} with what git said
 */
export function checkOut(commit, name) {
  const root = path.join(ROOT, 'var', 'compare', `${name}-${process.pid}`);
  git('worktree', 'add', '--detach', root, `${commit}^{commit}`);
  const remove = () => {
    git('worktree', 'remove', '--force', root);
    isGone();
  };
  const isGone = atExit(remove);
  return { root, remove };
}

/** @param {string[]} words @throws {Error} */
function git(...words) {
  try {
    execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stderr, message } = /** @type {Error & {stderr?: string}} */ (error);
    throw new Error(`git ${words[0]}: ${(stderr || message).trim()}`, { cause: error });
  }
}
