import { closeSync, constants, fstatSync, openSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unpack } from './backup/archive.js';
import { replaceStore } from './backup/replace-store.js';
import { emptyFolder, stores } from './backup/stores.js';
import { recall } from './instance.js';
import { openAsCaller } from './on-behalf.js';
import { fail, readOptions, usageOf } from './options.js';
import { becomeOwner } from './service-user.js';
import { supervisorPid } from './supervisor.js';

const usage = usageOf('restore');
const { values, positionals } = readOptions(usage, { instance: { type: 'string', default: 'dev' } });
if (positionals.length !== 1) fail(usage, 2);
const it = recall(values.instance);
if (!it || supervisorPid(it) === null) fail(`${values.instance} is not up: infra/up starts it.`);
const file = resolve(process.env.CHAT_CALLED_FROM ?? '.', positionals[0]);
const archive = openAsCaller(openArchive); // as the caller, who may read what the instance's owner may not
await becomeOwner(it.dir);

const folder = join(it.dir, 'backups/coming-back');
/** @param {string} why @returns {never} */
function refuse(why) {
  rmSync(folder, { recursive: true, force: true });
  fail(why);
}

emptyFolder(folder);
const all = stores(it);
/** @type {string[]} */
let there = [];
try {
  const kinds = ['node-sqlite', 'mongo', 'sqlite', 'mariadb'];
  const known = new Map(all.map((store) => [store.name, store.has]));
  // Files of a store that this instance lacks are not read: the archive is refused below.
  const foreign = (/** @type {string} */ store) => kinds.includes(store) && !known.has(store);
  there = await unpack(archive, folder, (store, name) => known.get(store)?.(name) ?? foreign(store));
} catch (error) {
  refuse(`${file} is no archive of infra/backup: ${/** @type {Error} */ (error).message}. Nothing was changed.`);
}
const fitting = all.filter((store) => there.includes(store.name));
if (fitting.length < there.length) {
  const have = all.map((store) => store.name);
  refuse(
    `${file} holds ${there.join(' and ')}, but ${it.name} keeps its data in ${have.join(' and ')}: start it as it was when it was saved.`,
  );
}
for (const store of fitting) {
  try {
    await store.check(join(folder, store.name));
  } catch (error) {
    refuse(`${file}: ${store.name} is not fit: ${/** @type {Error} */ (error).message}. Nothing was changed.`);
  }
}
// A Ctrl-C ends the programs at work here, and what they did is undone; ending in between would leave half a store.
process.on('SIGINT', () => {});
for (const store of fitting) {
  const why = await replaceStore(it, store, join(folder, store.name));
  if (why !== null) refuse(why);
  console.log(`${store.chat}: ${store.name} is back`);
}
rmSync(folder, { recursive: true });

function openArchive() {
  try {
    const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK); // a FIFO would keep us waiting
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
  } catch (error) {
    fail(`${file} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
  return fail(`${file} is no regular file.`);
}
