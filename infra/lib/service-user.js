import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';
import { onPath } from './on-path.js';
import { fail } from './options.js';

/** The user that the chats run as when root starts them. */
const serviceUser = 'chat-twins';

/**
 * Makes var/NAME. Where the caller is root, this process gives up its rights for good: it goes on as the owner of that folder,
 * or as a system user of the chats.
 * @param {string} dir var/NAME
 */
export function dropRoot(dir) {
  process.umask(0o077);
  if (process.getuid?.() !== 0) {
    mkdirSync(dir, { recursive: true });
    return;
  }
  const owner = lstatSync(dir, { throwIfNoEntry: false })?.uid;
  const { name, uid, gid } = (owner ? lookUp(owner) : (lookUp(serviceUser) ?? makeUser())) ?? noUser();
  mkdirSync(join(root, 'var'), { recursive: true, mode: 0o755 });
  mkdirSync(dir, { recursive: true });
  execFileSync('chown', ['--recursive', '--no-dereference', `${uid}:${gid}`, dir]);
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  process.chdir(root);
  // Root's settings are not the service's.
  Object.assign(process.env, { HOME: '/nonexistent', USER: name, LOGNAME: name });
}

/** @param {string | number} key name or uid */
function lookUp(key) {
  const { stdout, status } = spawnSync('getent', ['passwd', `${key}`], { encoding: 'utf8' });
  if (status !== 0) return null;
  const [name, , uid, gid] = stdout.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}

function makeUser() {
  const words = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  spawnSync(onPath('useradd') ?? 'useradd', [...words, '--shell', '/usr/sbin/nologin', serviceUser]);
  return lookUp(serviceUser);
}

const noUser = () => fail(`There is no user for the chats: make ${serviceUser}, or go on as an ordinary user.`);
