import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ailment } from './healthy.js';
import { recall } from './instance.js';
import { fail, readOptions } from './options.js';
import { parts } from './parts/index.js';
import { secrets } from './secrets.js';

const usage = `infra/seed --users N [--instance NAME]
Logs N users in on each chat that is up, and writes what load clients need to var/NAME/seed-node.jsonl and
seed-laravel.jsonl: one line {"name", "id", "cookie"} a user. With infra/up --load it is quick; without, each user
costs a password hash of some 50 ms.`;
const { values } = readOptions(usage, { instance: { type: 'string', default: 'dev' }, users: { type: 'string' } });
if (!values.users || !/^[1-9]\d{0,5}$/.test(values.users)) fail(usage, 2);
const it = recall(values.instance);
if (!it) fail(`There is no instance ${values.instance}: infra/up starts one.`);
const users = Number(values.users);
const password = secrets(it).SEED_PASSWORD;
/** Logins under way at once: enough to keep both cores busy, too few to fill a queue. */
const atOnce = 32;

/** @type {Record<string, string>} */
const chats = { node: 'node', laravel: 'laravel', nginx: 'laravel' };
for (const part of parts(it).filter(({ name }) => name in chats)) {
  const why = await ailment(part);
  if (why !== null) fail(`${part.name} is not up: ${why}`);
  const began = Date.now();
  const file = join(it.dir, `seed-${chats[part.name]}.jsonl`);
  const lines = new Array(users);
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(atOnce, users) }, async () => {
      while (next < users) {
        const index = next++;
        lines[index] = await logIn(part.url, `load-${String(index + 1).padStart(6, '0')}`);
      }
    }),
  );
  writeFileSync(file, lines.map((line) => JSON.stringify(line) + '\n').join(''), { mode: 0o600 });
  console.log(`${file}: ${users} users in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** @param {string} url @param {string} login */
async function logIn(url, login) {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  const body = await answer.json();
  if (!answer.ok) return fail(`${url}/login answers ${answer.status} for ${login}: ${JSON.stringify(body)}`);
  return { name: body.user.name, id: body.user.id, cookie: answer.headers.getSetCookie()[0].split(';')[0] };
}
