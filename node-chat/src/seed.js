import { hash } from '@node-rs/bcrypt';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from './config.js';
import { contract } from './contract.js';
import { createLog } from './log.js';
import { sessionSecret } from './sessionSecret.js';
import { createStore } from './store/createStore.js';
import { handleOf } from './store/sessionShelf.js';
import { userIdOf } from './store/userDirectory.js';
import { createSessionCookie } from './wire/sessionCookie.js';

const USAGE = 'node src/seed.js --users N --file PATH [--prefix load-]';
const PASSWORD = 'load';
const AT_ONCE = 50;

/**
 * Makes users and sessions for load runs, and writes a line {login, password, cookie} of each to a file. The embedded store
 * has one writer: with it, run this while the server is stopped.
 */
const { values } = parseArgs({
  options: { users: { type: 'string' }, file: { type: 'string' }, prefix: { type: 'string', default: 'load-' } },
});
const count = Number(values.users);
const { file, prefix } = values;
if (!Number.isInteger(count) || count < 1 || !file) {
  console.error(USAGE);
  process.exit(2);
}

const config = readConfig();
const store = await createStore(config, createLog(config.logLevel));
const cookie = createSessionCookie(await sessionSecret(config));
const passwordHash = await hash(PASSWORD, { cost: config.bcryptCost }); // one for all: it is no secret
const expires = Date.now() + contract.limits.sessionSeconds * 1000;

/** @param {number} n */
async function seedUser(n) {
  const login = `${prefix}${n}`;
  await store.users.create(login, passwordHash);
  const sessionId = randomBytes(24).toString('base64url');
  await store.sessions.save(handleOf(sessionId), { user: { id: userIdOf(login), name: login }, expires });
  return JSON.stringify({ login, password: PASSWORD, cookie: cookie.header(sessionId) });
}

/** @type {string[]} */
const lines = [];
for (let n = 1; n <= count; n += AT_ONCE) {
  const batch = Array.from({ length: Math.min(AT_ONCE, count - n + 1) }, (_, i) => seedUser(n + i));
  lines.push(...(await Promise.all(batch)));
}
await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
await store.close();
console.log(`${count} users with a session each, in ${file}`);
