import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../paths.js';

/** @returns {string | null} what infra/commit prints; null where the project is no repository */
export function codeCommit() {
  try {
    const command = path.join(ROOT, 'infra/commit');
    return execFileSync(command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** @param {string} commit of a record @returns {boolean} whether it names all of the code that made it */
export const isRepeatable = (commit) => commit !== 'unknown' && !commit.endsWith('-dirty');
