import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { atExit } from '../atExit.js';
import { saveRecord } from '../record/recordFiles.js';
import { runJob } from '../run/runJob.js';
import { ROOT } from '../paths.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { Job } from '../job.js' */

/**
 * @typedef {object} Trial
 * @property {[string, string]} commits
 * @property {string} target
 * @property {boolean} embedded true: the chats use their embedded stores
 * @property {Job} job
 * @property {number} runs how many runs each commit has
 * @property {string} folder gets a folder of records for each commit
 */

/**
 * Runs the servers of two commits in turns, each run at a fresh one; the load client is this checkout's for both.
 * @param {Trial} trial @param {(line: string) => void} say
 * @returns {Promise<{a: RunRecord[], b: RunRecord[]}>}
 */
export async function runInTurns({ commits, target, embedded, job, runs, folder }, say) {
  const sides = { a: checkOut(commits[0], 'a'), b: checkOut(commits[1], 'b') };
  /** @type {{a: RunRecord[], b: RunRecord[]}} */
  const records = { a: [], b: [] };
  try {
    for (const [index, side] of sidesInTurn(runs).entries()) {
      say(`${index + 1} of ${2 * runs}: ${side.toUpperCase()} ...`);
      const serverOptions = { target, embedded, fresh: true, root: sides[side].root };
      const repetition = Math.floor(index / 2) + 1;
      for (const record of await runJob(serverOptions, { ...job, repetition }, say)) {
        records[side].push(record);
        saveRecord(path.join(folder, side), record);
      }
    }
    return records;
  } finally {
    sides.a.remove();
    sides.b.remove();
  }
}

/** @param {number} runs of each side @returns {Array<'a' | 'b'>} ABBA ABBA ..., so that drift falls on both sides */
export function sidesInTurn(runs) {
  return Array.from({ length: 2 * runs }, (_, index) => (index % 4 === 0 || index % 4 === 3 ? 'a' : 'b'));
}

/**
 * Checks a commit out under var/compare. The checkout's infra/up fetches its packages.
 * @param {string} commit as git takes it @param {string} side
 * @returns {{root: string, remove: () => void}} @throws {Error} with what git said
 */
function checkOut(commit, side) {
  const root = path.join(ROOT, 'var', 'compare', `${side}-${process.pid}`);
  const git = (/** @type {string[]} */ ...words) => {
    const { status, stderr } = spawnSync('git', ['-C', ROOT, 'worktree', ...words], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`git worktree ${words[0]}: ${stderr.trim()}`);
  };
  git('add', '--detach', root, `${commit}^{commit}`);
  const remove = () => {
    git('remove', '--force', root);
    cancelExit();
  };
  const cancelExit = atExit(remove);
  return { root, remove };
}
