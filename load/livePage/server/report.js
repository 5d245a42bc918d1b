import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../report', import.meta.url));
const MOST_MS = 60_000;

/**
 * Has load/report write a run's report, in a process of its own.
 * @param {string[]} records files @param {string} file
 * @returns {Promise<string | null>} its name in the run's folder; null where it could not be written
 */
export function writeReport(records, file) {
  return new Promise((resolve) => {
    execFile(COMMAND, [...records, '--html', file], { timeout: MOST_MS }, (error, _stdout, stderr) => {
      if (error) console.error(`No report: ${stderr || error.message}`);
      resolve(error ? null : path.basename(file));
    });
  });
}
