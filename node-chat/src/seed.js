import { hash } from '@node-rs/bcrypt';
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from './config.js';
import { contract } from './contract.js';
import { createLog } from './log.js';
import { openDatabase } from './store/openStore.js';
import { newUser } from './store/users.js';
import { COOKIE, handleOf, newToken } from './sessionToken.js';

const USAGE = 'node src/seed.js --users N --file PATH [--prefix load-]';
// On every database tried, an insert of so many documents takes far less than a call's 4 s.
const BATCH = 1000;

/**
 * Creates users and sessions for load runs, and writes a line {login, cookie} for each to a file. The embedded store
 * has one writer: stop the server before you run this.
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
const database = await openDatabase(config, createLog(config.logLevel));
// One unknown password for all, because a hash for each user would take minutes. Sessions are the only way in.
const passwordHash = await hash(randomBytes(48).toString('base64'), { cost: config.bcryptCost });
const expires = Date.now() + contract.limits.sessionSeconds * 1000;

/** @type {string[]} */
const lines = [];
for (let first = 1; first <= count; first += BATCH) {
  const logins = Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, i) => `${prefix}${first + i}`);
  const users = logins.map((login) => newUser(login, passwordHash));
  await insertUsers(users);
  const tokens = logins.map(newToken);
  await database.sessions.save(users.map(({ id, name }, i) => [handleOf(tokens[i]), { user: { id, name }, expires }]));
  lines.push(...logins.map((login, i) => JSON.stringify({ login, cookie: `${COOKIE}=${tokens[i]}` })));
}
const out = await open(file, 'w', 0o600);
if ((await out.stat()).isFile()) await out.chmod(0o600); // also one that was there: it opens sessions
await out.writeFile(`${lines.join('\n')}\n`);
await out.close();
await database.close();
console.log(`${count} users with a session each, in ${file}`);

/** Existing users stay as they are. @param {ReturnType<typeof newUser>[]} users */
async function insertUsers(users) {
  if (await database.users.insert(users)) return;
  for (const { id, name } of users)
    if (!(await database.users.find(id))) throw new Error(`another account has the name ${name}, in other case`);
}
