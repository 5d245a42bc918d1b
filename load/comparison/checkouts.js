import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const { workspaces } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

// What infra/up fetches for a checkout, the stamp that says it did so, and what decides over it.
const FETCHED = [
  {
    folders: ['node_modules', ...workspaces.map((/** @type {string} */ folder) => `${folder}/node_modules`)],
    stamp: 'node_modules/.fetched',
    by: ['package-lock.json'],
  },
  {
    folders: ['laravel-chat/vendor'],
    stamp: 'laravel-chat/vendor/.fetched',
    by: ['laravel-chat/composer.json', 'laravel-chat/composer.pins.json'],
  },
];

/**
 * Checks a commit out under var/compare, with its packages where they are those of this checkout (infra/up fetches the others).
 * @param {string} commit as git takes it @param {string} name of the folder
 * @returns {{root: string, commit: string, remove: () => void}}
 * @throws {Error} with what git said
 */
export function checkOut(commit, name) {
  const sha = shaOf(commit);
  const root = path.join(ROOT, 'var', 'compare', `${name}-${process.pid}`);
  const remove = () => {
    git('worktree', 'remove', '--force', root);
    process.off('exit', remove);
  };
  git('worktree', 'add', '--detach', root, sha);
  process.once('exit', remove);
  for (const { folders, stamp, by } of FETCHED) {
    const same = by.every((file) => contentOf(path.join(ROOT, file)) === contentOf(path.join(root, file)));
    if (!same || !fs.existsSync(path.join(ROOT, stamp))) continue;
    // Hard links: with its stamp beside it nobody fetches into them.
    const there = folders.filter((/** @type {string} */ folder) => fs.existsSync(path.join(ROOT, folder)));
    for (const folder of there) execFileSync('cp', ['-al', path.join(ROOT, folder), path.join(root, folder)]);
  }
  return { root, commit: sha, remove };
}

/** @param {string} commit as git takes it @returns {string} @throws {Error} */
function shaOf(commit) {
  try {
    return git('rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`).trim();
  } catch (error) {
    throw new Error(`git knows no commit ${commit}: fetch it, or name another.`, { cause: error });
  }
}

/** @param {string} file */
const contentOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null);

/** @param {string[]} words @throws {Error} */
function git(...words) {
  try {
    return execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stderr, message } = /** @type {Error & {stderr?: string}} */ (error);
    throw new Error(`git ${words[0]}: ${(stderr || message).trim()}`, { cause: error });
  }
}
