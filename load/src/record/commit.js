import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../paths.js';

/** The tags of commits at which the records of docs/data were made. @type {Record<string, string>} */
const TAGS = { '7a985d283': 'v1.0.0-rc.1' };

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

/** @param {string} commit @returns {string} it, and its tag if it has one */
export const commitText = (commit) => `commit ${commit}${TAGS[commit] ? ` (tag ${TAGS[commit]})` : ''}`;
