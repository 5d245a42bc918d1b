import { awaitHealthy } from './healthy.js';
import { recall } from './instance.js';
import { fail, readOptions } from './options.js';
import { parts } from './parts/index.js';
import { control, supervisorPid } from './supervisor.js';

const usage = `infra/restart [--instance NAME] [node | laravel | PART ...]
Stops and starts a chat, or single parts, and waits until they are healthy. Databases only when they are named.`;
const { values, positionals } = readOptions(usage, { instance: { type: 'string', default: 'dev' } });
const it = recall(values.instance);
if (!it || supervisorPid(it) === null) fail(`${values.instance} is not up: infra/up starts it.`);

/** @type {Record<string, string[]>} */
const chats = { node: ['node'], laravel: ['loop', 'laravel', 'fpm', 'nginx'] };
const words = positionals.length > 0 ? positionals : Object.keys(chats);
const all = parts(it);
const names = words.flatMap((word) => chats[word] ?? [word]);
const chosen = all.filter((part) => names.includes(part.name));
const unknown = words.find((word) => !(chats[word] ?? [word]).some((name) => all.some((part) => part.name === name)));
if (unknown) fail(`There is no ${unknown} in ${it.name}; it has ${all.map((part) => part.name).join(', ')}.`, 2);

await control(it, 'restart', ...chosen.map((part) => part.name));
for (const part of chosen) {
  const why = await awaitHealthy(it, part);
  if (why !== null) fail(`${part.name} did not become healthy: ${why}`);
  console.log(`${part.name} is up again`);
}
