import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { awaitHealthy } from './healthy.js';
import { recall, root } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { parts } from './parts/index.js';
import { runArtisan } from './parts/laravel.js';
import { secrets } from './secrets.js';
import { dropRoot } from './service-user.js';
import { control, supervisorPid } from './supervisor.js';

const usage = usageOf('seed');
const { values } = readOptions(usage, { instance: { type: 'string', default: 'dev' }, users: { type: 'string' } });
if (!values.users || !/^[1-9]\d{0,5}$/.test(values.users)) fail(usage, 2);
const found = recall(values.instance);
if (!found || supervisorPid(found) === null) fail(`${values.instance} is not up: infra/up starts it.`);
const it = found;
dropRoot(it.dir);
const users = values.users;
const keys = secrets(it);

for (const part of parts(it)) {
  if (part.name === 'node') await timed('node', (file) => seedNode(part, file));
  if (part.name === 'loop') await timed('laravel', seedLaravel);
}

/** @param {import('./parts/index.js').Part} part @param {string} file */
async function seedNode(part, file) {
  await control(it, 'stop', part.name);
  const words = [join(root, 'node-chat/src/seed.js'), '--users', users, '--file', file];
  execFileSync(process.execPath, words, { env: { ...process.env, ...keys, ...part.env }, stdio: 'inherit' });
  await control(it, 'start', part.name);
  const why = await awaitHealthy(it, part);
  if (why !== null) fail(`${part.name} did not become healthy: ${why}`);
}

/** @param {string} file */
async function seedLaravel(file) {
  runArtisan(it, keys, 'chat:seed', `--users=${users}`, `--file=${file}`);
}

/** @param {string} chat @param {(file: string) => Promise<void>} seed */
async function timed(chat, seed) {
  const file = join(it.dir, `seed-${chat}.jsonl`);
  const began = Date.now();
  await seed(file);
  console.log(`${file}: ${users} users in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
