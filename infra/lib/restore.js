import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { emptyFolder, stores } from './backup/stores.js';
import { awaitHealthy } from './healthy.js';
import { recall } from './instance.js';
import { fail, readOptions } from './options.js';
import { chatParts } from './parts/index.js';
import { becomeOwner } from './service-user.js';
import { control, supervisorPid } from './supervisor.js';

const usage = `infra/restore [--instance NAME] FILE.tar.gz
Puts back what infra/backup saved, in place of what the chats hold now. They are stopped meanwhile, and started again.`;
const { values, positionals } = readOptions(usage, { instance: { type: 'string', default: 'dev' } });
if (positionals.length !== 1) fail(usage, 2);
const it = recall(values.instance);
if (!it || supervisorPid(it) === null) fail(`${values.instance} is not up: infra/up starts it.`);
const file = resolve(process.env.CHAT_CALLED_FROM ?? '.', positionals[0]);
if (!existsSync(file)) fail(`There is no file ${file}.`);
const archive = openSync(file, 'r'); // as the caller, who may read what the instance's owner may not
becomeOwner(it.dir);

const folder = join(it.dir, 'backups/coming-back');
emptyFolder(folder);
execFileSync('tar', ['-xz', '-C', folder], { stdio: [archive, 'ignore', 'inherit'] });
closeSync(archive);
const there = readdirSync(folder);
const fitting = stores(it).filter((store) => there.includes(store.name));
if (fitting.length < there.length) {
  const have = stores(it).map((store) => store.name);
  fail(
    `${file} holds ${there.join(' and ')}, but ${it.name} keeps its data in ${have.join(' and ')}: start it as it was when it was saved.`,
  );
}
for (const store of fitting) {
  const chat = chatParts(it, store.chat);
  await control(it, 'stop', ...chat.map((part) => part.name));
  await store.load(join(folder, store.name));
  for (const part of chat) {
    await control(it, 'start', part.name);
    const why = await awaitHealthy(it, part);
    if (why !== null) fail(`${part.name} did not become healthy: ${why}`);
  }
  console.log(`${store.chat}: ${store.name} is back`);
}
rmSync(folder, { recursive: true });
