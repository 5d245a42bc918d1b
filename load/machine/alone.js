import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Makes sure that no other load run of this machine is at a server: two at once would each measure the other as well.
 * The claim ends with this process.
 * @param {string} url of the server
 * @param {string} [folder] for the claims
 * @throws {Error} naming the process that has it
 */
export function beAloneAt(url, folder = os.tmpdir()) {
  const name = crypto.createHash('sha256').update(new URL(url).origin).digest('hex').slice(0, 16);
  const file = path.join(folder, `chat-load-${name}.pid`);
  for (let tries = 0; tries < 2; tries++) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.once('exit', () => fs.rmSync(file, { force: true }));
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const owner = Number(fs.readFileSync(file, 'utf8'));
    if (owner === process.pid) return;
    if (isLoadRun(owner)) {
      throw new Error(
        `Another load run, pid ${owner}, is at ${url}: each would measure the other too. Wait for it, or end it.`,
      );
    }
    fs.rmSync(file, { force: true });
  }
}

/** @param {number} pid @returns {boolean} whether it lives and is a program of this folder or Artillery: pids come again */
function isLoadRun(pid) {
  try {
    return /load|artillery/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
  } catch {
    return false;
  }
}
