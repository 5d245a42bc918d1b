import { execFileSync } from 'node:child_process';
import { closeSync, fchmodSync, openSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { emptyFolder, stores } from './backup/stores.js';
import { recall } from './instance.js';
import { fail, readOptions } from './options.js';
import { becomeOwner } from './service-user.js';
import { supervisorPid } from './supervisor.js';

const usage = `infra/backup [--instance NAME] [FILE.tar.gz]
Saves the messages, users and sessions of the chats that are up, while they go on. Without FILE: into var/NAME/backups.
infra/restore FILE puts them back.`;
const { values, positionals } = readOptions(usage, { instance: { type: 'string', default: 'dev' } });
if (positionals.length > 1) fail(usage, 2);
const it = recall(values.instance);
if (!it || supervisorPid(it) === null) fail(`${values.instance} is not up: infra/up starts it.`);

// Where the caller wants it, written by whom the instance belongs to.
const wanted = positionals[0] && resolve(process.env.CHAT_CALLED_FROM ?? '.', positionals[0]);
const given = wanted ? openSync(wanted, 'w', 0o600) : null;
if (given !== null) fchmodSync(given, 0o600);
becomeOwner(it.dir);

const folder = join(it.dir, 'backups/in-the-making');
emptyFolder(folder);
const saved = stores(it);
for (const store of saved) {
  emptyFolder(join(folder, store.name));
  await store.save(join(folder, store.name));
}
const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
const file = wanted ?? join(it.dir, 'backups', `${stamp}.tar.gz`);
const out = given ?? openSync(file, 'w', 0o600);
execFileSync('tar', ['-cz', '-C', folder, ...saved.map((store) => store.name)], { stdio: ['ignore', out, 'inherit'] });
closeSync(out);
rmSync(folder, { recursive: true });
console.log(file);
