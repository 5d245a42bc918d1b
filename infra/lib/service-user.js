import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, lchownSync, lstatSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ownerOf } from './instance.js';
import { fail } from './options.js';

/** The user that the chats run as when root starts them. */
const SYSTEM_USER = 'chat-twins';

/**
 * Makes an instance's folder, for its user alone. Root gives its rights up here for good, before it reads or writes a
 * file that the chats could have replaced.
 * @param {import('./instance.js').Instance} it
 * @returns {string} the user's name: whoever runs this, or a system user in place of root
 */
export function becomeOwner({ name, dir }) {
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? systemUser() : { name: userInfo().username, uid: userInfo().uid, gid: userInfo().gid };
  const owner = lstatSync(dir, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== user.uid && !(asRoot && owner === 0))
    fail(`var/${name} is ${ownerOf(dir)}'s: go on as that user, or with another --instance.`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (asRoot) {
    lchownSync(dir, user.uid, user.gid);
    process.setgroups?.([user.gid]);
    process.setgid?.(user.gid);
    process.setuid?.(user.uid);
  }
  process.umask(0o077);
  for (const file of ['env', 'instance.json'].map((file) => join(dir, file))) {
    if (!existsSync(file) || mayChange(file)) continue;
    fail(
      `${file} is ${ownerOf(file)}'s, as an earlier version wrote it. As root, type\n  chown -R ${user.name}: ${dir}`,
    );
  }
  return user.name;
}

/** @param {string} file */
function mayChange(file) {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function systemUser() {
  const words = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  if (!lookUp()) spawnSync('/usr/sbin/useradd', [...words, '--shell', '/usr/sbin/nologin', SYSTEM_USER]);
  return lookUp() ?? fail(`There is no user for the chats: make ${SYSTEM_USER}, or go on as an ordinary user.`);
}

function lookUp() {
  const { stdout, status } = spawnSync('getent', ['passwd', SYSTEM_USER], { encoding: 'utf8' });
  if (status !== 0) return null;
  const [name, , uid, gid] = stdout.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}
