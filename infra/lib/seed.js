import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ailment } from './healthy.js';
import { recall } from './instance.js';
import { fail, readOptions } from './options.js';
import { parts } from './parts/index.js';
import { runArtisan } from './parts/laravel.js';
import { secrets } from './secrets.js';

const usage = `infra/seed --users N [--instance NAME]
Makes N users with a session each on the chats that are up, and writes what load clients need to
var/NAME/seed-node.jsonl and seed-laravel.jsonl: one line {"login", "password", "cookie"} a user. On Node.js they log in
one by one: with infra/up --load it is quick; without, each costs a password hash of some 50 ms.`;
const { values } = readOptions(usage, { instance: { type: 'string', default: 'dev' }, users: { type: 'string' } });
if (!values.users || !/^[1-9]\d{0,5}$/.test(values.users)) fail(usage, 2);
const it = recall(values.instance);
if (!it) fail(`There is no instance ${values.instance}: infra/up starts one.`);
const users = Number(values.users);
const password = secrets(it).SEED_PASSWORD;
/** Logins under way at once: enough to keep both cores busy, too few to fill a queue. */
const atOnce = 32;

for (const part of parts(it).filter(({ name }) => ['node', 'laravel', 'nginx'].includes(name))) {
  const why = await ailment(part);
  if (why !== null) fail(`${part.name} is not up: ${why}`);
  const began = Date.now();
  const chat = part.name === 'node' ? 'node' : 'laravel';
  const file = join(it.dir, `seed-${chat}.jsonl`);
  if (chat === 'laravel') runArtisan(it, secrets(it), 'chat:seed', `--users=${users}`, `--file=${file}`);
  else writeFileSync(file, await logAllIn(part.url), { mode: 0o600 });
  console.log(`${file}: ${users} users in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** @param {string} url */
async function logAllIn(url) {
  /** @type {string[]} */
  const lines = new Array(users);
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(atOnce, users) }, async () => {
      while (next < users) {
        const index = next++;
        lines[index] = JSON.stringify(await logIn(url, `load-${index + 1}`)) + '\n';
      }
    }),
  );
  return lines.join('');
}

/** @param {string} url @param {string} login */
async function logIn(url, login) {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  if (!answer.ok) return fail(`${url}/login answers ${answer.status} for ${login}: ${await answer.text()}`);
  return { login, password, cookie: answer.headers.getSetCookie()[0].split(';')[0] };
}
