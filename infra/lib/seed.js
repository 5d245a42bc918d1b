import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, readArguments } from './commandLine.js';
import { readInstance, root } from './instance.js';
import { artisan } from './laravel.js';
import { partsOf } from './parts.js';
import { becomeOwner } from './serviceUser.js';
import { readSettings } from './settings.js';
import { ctl, startPart, supervisorPid } from './supervisor.js';

/** @import { Part } from './parts.js' */

const { values } = readArguments('seed');
if (!/^[1-9]\d{0,5}$/.test(values.users)) fail('--users takes a number from 1 to 999999', 2);
const notUp = `${values.instance} is not up: infra/up starts it.`;
const instance = readInstance(values.instance) ?? fail(notUp);
if (supervisorPid(instance) === null) fail(notUp);
becomeOwner(instance);
const settings = readSettings(instance);

const parts = partsOf(instance);
const node = parts.find(({ name }) => name === 'node');
if (node) await seed('node', (args) => seedNode(node, args));
if (parts.some(({ name }) => name === 'fpm')) await seed('laravel', (args) => artisan(settings, 'chat:seed', ...args));

/** @param {string} chat @param {(args: string[]) => unknown} makeUsers */
async function seed(chat, makeUsers) {
  const file = join(instance.dir, `seed-${chat}.jsonl`);
  await makeUsers([`--users=${values.users}`, `--file=${file}`]);
  console.log(`${file}: ${values.users} users`);
}

/** Seeds the Node.js chat, which is stopped meanwhile. @param {Part} part @param {string[]} args */
async function seedNode(part, args) {
  await ctl(instance, 'stop', 'node');
  try {
    const env = { ...process.env, ...settings, CHAT_DATA: join(instance.dir, 'data/node') };
    execFileSync('node', [join(root, 'node-chat/src/seed.js'), ...args], { env, stdio: 'inherit' });
  } finally {
    const problem = await startPart(instance, part);
    if (problem !== null) fail(`node did not start: ${problem}`);
  }
}
