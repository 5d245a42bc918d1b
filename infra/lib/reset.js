import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { stores } from './backup/stores.js';
import { awaitHealthy } from './healthy.js';
import { recall } from './instance.js';
import { forRoot } from './on-behalf.js';
import { fail, readOptions, usageOf } from './options.js';
import { chatParts } from './parts/index.js';
import { becomeOwner } from './service-user.js';
import { control, supervisorPid } from './supervisor.js';

const { values } = readOptions(usageOf('reset'), {
  instance: { type: 'string', default: 'dev' },
  yes: { type: 'boolean', default: false },
});
const it = recall(values.instance);
if (!it || supervisorPid(it) === null) fail(`${values.instance} is not up: infra/up starts it.`);
const all = stores(it);
// Root's process has asked before it lets another go on.
if (!values.yes && !forRoot && !(await isMeant(all.map(({ chat }) => chat)))) fail('Nothing was changed.');
await becomeOwner(it.dir);

// A Ctrl-C waits until both chats are back, so that no store is left half empty.
process.on('SIGINT', () => {});
for (const { chat, name, empty } of all) {
  const members = chatParts(it, chat);
  await control(it, 'stop', ...members.map((part) => part.name));
  let why = null;
  try {
    await empty();
    rmSync(join(it.dir, `seed-${chat}.jsonl`), { force: true }); // sessions that are no more
  } catch (error) {
    why = /** @type {Error} */ (error).message.split('\n')[0];
  }
  for (const part of members) {
    await control(it, 'start', part.name);
    const ailment = await awaitHealthy(it, part);
    if (ailment !== null) fail(`${part.name} did not become healthy: ${ailment}`);
  }
  if (why !== null) fail(`${chat}: ${name} could not be emptied: ${why}. The chat goes on.`);
  console.log(`${chat}: empty`);
}

/** @param {string[]} chats */
async function isMeant(chats) {
  if (!process.stdin.isTTY) fail('Nobody is there to ask: add --yes.', 2);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const question = `All messages, users and sessions of ${chats.join(' and ')} (${values.instance}) go. Go on? [y/N] `;
  const answer = await terminal.question(question).catch(() => ''); // Ctrl-D
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
