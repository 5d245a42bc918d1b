import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { commandOf } from './processTree.js';

/**
 * Makes sure that no other load run of this machine is at a server: two at once would each measure the other as well.
 * The claim ends with this process. Only runs of the same user count: a claim is believed by root, and everybody else
 * could plant one.
 * @param {string} url of the server
 * @param {string} [folder] for the claims
 * @throws {Error} naming the process that has it
 */
export function beAloneAt(url, folder = ownFolder()) {
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
    const owner = claimed(file);
    if (owner === process.pid) return;
    if (owner !== null && isLoadRun(owner)) {
      throw new Error(
        `Another load run, pid ${owner}, is at ${url}: each would measure the other too. Wait for it, or end it.`,
      );
    }
    fs.rmSync(file, { force: true });
  }
}

/**
 * @returns {string} a folder that nobody else can write to, in one that everybody can
 * @throws {Error} where somebody else has made it
 */
function ownFolder() {
  const uid = process.getuid?.();
  const folder = path.join(os.tmpdir(), `chat-load-${uid}`);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const stat = fs.lstatSync(folder);
  if (stat.isDirectory() && stat.uid === uid && (stat.mode & 0o077) === 0) return folder;
  throw new Error(`${folder} is no folder of yours alone: remove it, or set TMPDIR to one that is.`);
}

/**
 * @param {string} file
 * @returns {number | null} the pid in it; null where it is none, or what lies there is no claim
 */
function claimed(file) {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  try {
    const fd = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(16);
      const text = fs.fstatSync(fd).isFile() ? bytes.toString('latin1', 0, fs.readSync(fd, bytes)) : '';
      return /^[1-9]\d*$/.test(text) ? Number(text) : null;
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null; // it went meanwhile, or is a link
  }
}

/**
 * @param {number} pid
 * @returns {boolean} whether it lives, is the caller's, and a program of this folder or Artillery: pids come again
 */
function isLoadRun(pid) {
  try {
    if (fs.statSync(`/proc/${pid}`).uid !== process.getuid?.()) return false;
    return /load|artillery/.test(commandOf(pid).join(' '));
  } catch {
    return false;
  }
}
