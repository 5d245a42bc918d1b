import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Members of an archive of ours: a folder and its files for each store. */
const membersMax = 100;

/**
 * Takes out of an archive what infra/backup puts into one, and refuses all else: an archive is what its sender says it is. Its names
 * and kinds are looked at before anything is written, and only contents are taken: no links, devices, rights, owners.
 * @param {number} archive descriptor of a .tar.gz; closed at the end
 * @param {string} folder an empty one
 * @param {(store: string, file: string) => boolean} known whether a store has such a file
 * @returns {Promise<string[]>} the stores in it, each a folder now
 * @throws {Error} what is wrong with it
 */
export async function unpack(archive, folder, known) {
  const tar = join(folder, 'archive.tar');
  await inflate(archive, tar, freeBytes(folder) / 3);
  const members = list(tar);
  const files = members.filter(({ kind, name }) => !(kind === 'd' && /^[a-z]+\/$/.test(name)));
  for (const { kind, name } of files) {
    if (kind !== '-') throw new Error(`${name} is no regular file`);
    const [store, file, ...more] = name.split('/');
    if (more.length > 0 || !file || !known(store, file)) throw new Error(`it holds ${name}`);
  }
  const names = files.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error('it holds a file twice');
  const stores = members
    .map(({ name }) => name.split('/')[0])
    .filter((name, index, all) => all.indexOf(name) === index);
  for (const store of stores) mkdirSync(join(folder, store), { mode: 0o700 });
  for (const name of names) take(tar, name, join(folder, name));
  rmSync(tar);
  return stores;
}

/** Free space. A restore needs it twice: for a copy of the old store, and for the new one. @param {string} folder */
function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** @param {number} archive @param {string} tar @param {number} most bytes */
async function inflate(archive, tar, most) {
  let bytes = 0;
  const bound = new Transform({
    transform(chunk, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most ? new Error('it is larger than this disk has room for') : null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream('', { fd: archive }),
      createGunzip(),
      bound,
      createWriteStream(tar, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Error(code?.startsWith('Z_') ? 'it is no complete .gz' : message, { cause: error });
  }
}

/** @param {string} tar @returns {{kind: string, name: string}[]} */
function list(tar) {
  const lines = run(['--list', '--verbose', '--numeric-owner', '--quoting-style=escape', '--file', tar])
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  if (lines.length === 0) throw new Error('it is empty');
  if (lines.length > membersMax) throw new Error(`it holds ${lines.length} files`);
  return lines.map((line) => {
    // -rw------- 997/997 6991 2026-11-22 02:31 mariadb/chat.sql
    const [, kind, name] = /^(.)\S+ +\S+ +[\d,]+ +\S+ +\S+ (.+)$/.exec(line) ?? [];
    if (!name) throw new Error(`it holds what tar calls ${line.slice(0, 100)}`);
    return { kind, name };
  });
}

/** The contents of one member into a file that was not there. @param {string} tar @param {string} name @param {string} file */
function take(tar, name, file) {
  const out = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    run(['--extract', '--to-stdout', '--no-wildcards', '--file', tar, '--', name], out);
  } finally {
    closeSync(out);
  }
}

/** @param {string[]} words @param {'pipe' | number} out */
function run(words, out = 'pipe') {
  try {
    return execFileSync('tar', words, { stdio: ['ignore', out, 'pipe'], env: { PATH: process.env.PATH, LC_ALL: 'C' } });
  } catch (error) {
    const said = `${/** @type {{stderr?: Buffer}} */ (error).stderr ?? ''}`.split('\n')[0];
    throw new Error(said || 'tar cannot read it', { cause: error });
  }
}
