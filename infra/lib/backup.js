import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newFile } from './backup/new-file.js';
import { recall, root } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { becomeOwner } from './service-user.js';
import { supervisorPid } from './supervisor.js';

const usage = usageOf('backup');
const { values, positionals } = readOptions(usage, { instance: { type: 'string', default: 'dev' } });
if (positionals.length > 1) fail(usage, 2);
const it = recall(values.instance);
if (!it || supervisorPid(it) === null) fail(`${values.instance} is not up: infra/up starts it.`);

// A file that the caller names is written with the caller's rights, one in the instance's folder with its owner's.
const wanted = positionals[0] && resolve(process.env.CHAT_CALLED_FROM ?? '.', positionals[0]);
if (!wanted) await becomeOwner(it.dir);
const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
const file = wanted || join(it.dir, 'backups', `${stamp}.tar.gz`);
if (!wanted) mkdirSync(join(it.dir, 'backups'), { recursive: true, mode: 0o700 });
process.on('SIGINT', () => {}); // it ends the writer, and the half-written file goes
const out = attempt(() => newFile(file));
const writer = join(root, 'infra/lib/backup/write-archive.js');
const { status } = spawnSync(process.execPath, [writer, it.name], { stdio: ['ignore', out.fd, 'inherit'] });
if (status !== 0) {
  out.drop();
  process.exit(1);
}
attempt(out.keep);
console.log(file);

/** @template T @param {() => T} work @returns {T} */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    return fail(/** @type {Error} */ (error).message);
  }
}
