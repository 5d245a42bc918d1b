import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';
import { onPath } from './on-path.js';
import { forRoot, goOnAs } from './on-behalf.js';
import { fail } from './options.js';
import { printable } from './printable.js';

/** The user that the chats run as when root starts them. */
export const serviceUser = 'chat-twins';

/** If these are readable, the whole project is. */
const needed = ['package.json', 'contract/contract.json', 'web/index.html', 'node_modules/.bin/node'];

/** @typedef {import('./on-behalf.js').User} User */

const isRoot = () => process.getuid?.() === 0;

/**
 * Goes on as who owns the instance's folder, where root gave the command: what its files say is not to be believed by root,
 * and what is written there is theirs. Root's process only shows what the other writes.
 * @param {string} dir var/NAME
 */
export async function becomeOwner(dir) {
  process.umask(0o077);
  if (!isRoot()) return madeTemporary();
  const owner = ownerOf(dir);
  if (owner !== null && owner !== 0) await goOnAs(known(owner), dir);
}

/**
 * Makes var/NAME ready for its parts and goes on as who they run as: the caller, or where that is root the folder's owner,
 * else a system user of their own. With asRoot it stays root.
 * @param {string} dir
 * @param {{asRoot: boolean, program?: string | null}} options program: beside the project's, what they have to run
 */
export async function becomeServiceUser(dir, { asRoot, program }) {
  process.umask(0o077);
  if (!isRoot()) {
    mkdirSync(dir, { recursive: true });
    return madeTemporary();
  }
  const owner = ownerOf(dir);
  if (asRoot) refuseOthersFiles(dir);
  const user = asRoot ? { name: 'root', uid: 0, gid: 0 } : owner ? known(owner) : madeUser();
  // Others may go through to folders of their own.
  mkdirSync(join(root, 'var'), { recursive: true, mode: 0o755 });
  mkdirSync(dir, { recursive: true });
  if (!owner) handOver(dir, user);
  if (asRoot) {
    console.error('WARNING: --as-root: whoever breaks into a chat is root on this machine.');
    return;
  }
  const closed = needed.map((file) => join(root, file)).find((file) => !may(user, '-r', file));
  if (closed) {
    fail(`${user.name}, the user that the chats run as, may not read ${closed}. One of these helps:
  - move the project to a folder that everybody may enter, such as /opt or /srv, with files that everybody may read
  - start it as an ordinary user, in a folder of theirs
  - add --as-root: then whoever breaks into a chat is root`);
  }
  if (program && !may(user, '-x', program)) fail(`${user.name} may not run ${program}.`, 2);
  await goOnAs(user, dir);
}

/** Whether users other than root may read the project where it lies. */
export function othersMayRead() {
  const nobody = { name: 'nobody', uid: 65534, gid: 65534 };
  return !isRoot() || needed.every((file) => may(nobody, '-r', join(root, file)));
}

/** @param {User} user @param {'-r' | '-x'} what @param {string} file */
function may({ uid, gid }, what, file) {
  const { status } = spawnSync('test', [what, file], { uid, gid, cwd: '/', stdio: 'ignore' });
  return status === 0;
}

/** @param {string} dir @returns {number | null} null: it is not there */
function ownerOf(dir) {
  const stat = lstatSync(dir, { throwIfNoEntry: false });
  if (!stat) return null;
  return stat.isDirectory() ? stat.uid : fail(`${dir} is no folder.`);
}

/** Refuses files that another user wrote: root would run them. @param {string} dir */
function refuseOthersFiles(dir) {
  const stat = lstatSync(dir, { throwIfNoEntry: false });
  if (!stat) return;
  const found =
    stat.mode & 0o022
      ? dir
      : execFileSync('find', [dir, '!', '-uid', '0', '-print', '-quit'], { encoding: 'utf8' }).trim();
  if (found) {
    fail(
      `--as-root is for an instance that root alone could write, and ${printable(found)} is not root's alone: take another --instance, or remove ${dir} with all it holds.`,
    );
  }
}

/** Where the temporary files of an instance are its own. */
function madeTemporary() {
  if (forRoot && process.env.TMPDIR) mkdirSync(process.env.TMPDIR, { recursive: true });
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
