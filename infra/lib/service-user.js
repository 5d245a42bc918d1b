import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import { fail } from './options.js';

/** The user that the chats run as when root starts them. */
const systemUser = 'chat-twins';

/** @typedef {{name: string, uid?: number, gid?: number}} ServiceUser uid and gid where this process is root's */

/**
 * Whom the chats run as: whoever starts them. Where that is root, the owner of var/NAME, or a system user of their own.
 * @param {string} dir var/NAME
 * @returns {ServiceUser}
 */
export function serviceUser(dir) {
  if (process.getuid?.() !== 0) return { name: userInfo().username };
  const owner = lstatSync(dir, { throwIfNoEntry: false })?.uid;
  const found = lookUp(owner || systemUser);
  if (found) return found;
  const words = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  spawnSync('/usr/sbin/useradd', [...words, '--shell', '/usr/sbin/nologin', systemUser]);
  return (
    lookUp(systemUser) ?? fail(`There is no user for the chats: make ${systemUser}, or go on as an ordinary user.`)
  );
}

/** @param {string | number} key name or uid */
function lookUp(key) {
  const { stdout, status } = spawnSync('getent', ['passwd', `${key}`], { encoding: 'utf8' });
  if (status !== 0) return null;
  const [name, , uid, gid] = stdout.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}

/**
 * Makes folders that only this user may enter.
 * @param {ServiceUser} user @param {string[]} folders
 */
export function makeFolders({ uid, gid }, folders) {
  const owner = uid === undefined ? [] : ['-o', `${uid}`, '-g', `${gid}`];
  execFileSync('install', ['-d', '-m', '700', ...owner, ...folders]);
}
