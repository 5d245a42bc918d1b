import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../atExit.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// What infra/up fetches for a checkout, the stamp that says it did so, and what decides over it.
const FETCHED = [
  { folders: packageFolders, stamp: 'node_modules/.fetched', by: ['package-lock.json'] },
  {
    folders: () => ['laravel-chat/vendor'],
    stamp: 'laravel-chat/vendor/.fetched',
    by: ['laravel-chat/composer.json', 'laravel-chat/composer.pins.json'],
  },
];

/**
 * Checks a commit out under var/compare, with its packages where they are those of the checkout that is here (infra/up fetches the others).
 * @param {string} commit as git takes it @param {string} name of the folder
 * @param {string} [here] checkout @returns {{root: string, commit: string, remove: () => void}}
 * @throws {Error} with what git said
 */
export function checkOut(commit, name, here = ROOT) {
  const sha = shaOf(commit, here);
  const root = path.join(here, 'var', 'compare', `${name}-${process.pid}`);
  git(here, 'worktree', 'add', '--detach', root, sha);
  const remove = () => {
    git(here, 'worktree', 'remove', '--force', root);
    isGone();
  };
  const isGone = atExit(remove);
  for (const { folders, stamp, by } of FETCHED) {
    const same = by.every((file) => contentOf(path.join(here, file)) === contentOf(path.join(root, file)));
    if (!same || !fs.existsSync(path.join(here, stamp))) continue;
    // Hard links: with its stamp beside it nobody fetches into them.
    const there = folders(here).filter((folder) => fs.existsSync(path.join(here, folder)));
    for (const folder of there) execFileSync('cp', ['-al', path.join(here, folder), path.join(root, folder)]);
  }
  return { root, commit: sha, remove };
}

/** @param {string} here @returns {string[]} where npm puts packages */
function packageFolders(here) {
  const { workspaces = [] } = JSON.parse(contentOf(path.join(here, 'package.json')) ?? '{}');
  return ['', ...workspaces].map((folder) => path.join(folder, 'node_modules'));
}

/** @param {string} commit as git takes it @param {string} here @returns {string} @throws {Error} */
function shaOf(commit, here) {
  try {
    return git(here, 'rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`).trim();
  } catch (error) {
    throw new Error(`git knows no commit ${commit}: fetch it, or name another.`, { cause: error });
  }
}

/** @param {string} file */
const contentOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null);

/** @param {string} here @param {string[]} words @throws {Error} */
function git(here, ...words) {
  try {
    return execFileSync('git', ['-C', here, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stderr, message } = /** @type {Error & {stderr?: string}} */ (error);
    throw new Error(`git ${words[0]}: ${(stderr || message).trim()}`, { cause: error });
  }
}
