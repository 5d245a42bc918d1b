import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';
import { onPath } from './on-path.js';
import { fail } from './options.js';

/** Whose the chats are where root starts them. */
export const serviceUser = 'chat-twins';

/** What is readable where the whole project is. */
const needed = ['package.json', 'contract/contract.json', 'web/index.html', 'node_modules/.bin/node'];

/** @typedef {{name: string, uid: number, gid: number}} User */

const isRoot = () => process.getuid?.() === 0;

/**
 * Goes on as who owns the instance's folder, where root gave the command: what its files say is not to be believed by root,
 * and what is written there is theirs.
 * @param {string} dir var/NAME
 */
export function becomeOwner(dir) {
  process.umask(0o077);
  if (!isRoot() || !existsSync(dir)) return;
  const { uid } = lstatSync(dir);
  if (uid !== 0) become(known(uid), dir);
}

/**
 * Makes var/NAME ready for its parts and goes on as who they run as: the caller, or where that is root the folder's owner,
 * else a system user of their own. With asRoot it stays root.
 * @param {string} dir
 * @param {{asRoot: boolean}} options
 */
export function becomeServiceUser(dir, { asRoot }) {
  process.umask(0o077);
  if (!isRoot()) {
    mkdirSync(dir, { recursive: true });
    return;
  }
  const owner = existsSync(dir) ? lstatSync(dir).uid : 0;
  const user = asRoot ? { name: 'root', uid: 0, gid: 0 } : owner === 0 ? madeUser() : known(owner);
  // Others may go through to folders of their own.
  mkdirSync(join(root, 'var'), { recursive: true, mode: 0o755 });
  mkdirSync(dir, { recursive: true });
  if (owner !== user.uid || owner === 0) handOver(dir, user);
  if (asRoot) {
    console.error('WARNING: --as-root: whoever breaks into a chat is root on this machine.');
    return;
  }
  become(user, dir);
  const closed = needed.map((file) => join(root, file)).find((file) => !may(file));
  if (closed) {
    fail(`${user.name}, the user that the chats run as, may not read ${closed}. One of these helps:
  - move the project to a folder that everybody may enter, such as /opt or /srv, with files that everybody may read
  - start it as an ordinary user, in a folder of theirs
  - add --as-root: then whoever breaks into a chat is root`);
  }
}

/** Whether users other than root may read the project where it lies. */
export function othersMayRead() {
  if (!isRoot()) return true;
  const nobody = ['--clear-groups', '--reuid=65534', '--regid=65534'];
  const files = needed.map((file) => join(root, file));
  try {
    execFileSync('setpriv', [...nobody, 'cat', ...files], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} file */
function may(file) {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {User} user @param {string} dir */
function become({ name, uid, gid }, dir) {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  // Programs look for settings at home; root's are not theirs.
  Object.assign(process.env, { HOME: dir, USER: name, LOGNAME: name });
}

/** @param {string | number} key name or uid @returns {User | null} */
function lookUp(key) {
  try {
    const [name, , uid, gid] = execFileSync('getent', ['passwd', `${key}`], { encoding: 'utf8' }).split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  } catch {
    return null;
  }
}

/** @param {number} uid */
const known = (uid) => lookUp(uid) ?? fail(`A user without a name (${uid}) owns the instance: give its folder to one.`);

/** @returns {User} */
function madeUser() {
  const there = lookUp(serviceUser);
  if (there) return there;
  const words = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  try {
    const program = onPath('useradd') ?? 'useradd';
    execFileSync(program, [...words, '--shell', '/usr/sbin/nologin', serviceUser], { stdio: 'pipe' });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    fail(`The user ${serviceUser} cannot be made (${message.trim()}): start it as an ordinary user, or add --as-root.`);
  }
  return lookUp(serviceUser) ?? fail(`useradd made no user ${serviceUser}.`);
}

/** Links are given away themselves, not what they lead to. @param {string} dir @param {User} user */
function handOver(dir, { name, gid }) {
  execFileSync('chown', ['--recursive', '--no-dereference', `${name}:${gid}`, dir]);
  execFileSync('chmod', ['--recursive', 'go-rwx', dir]);
}
