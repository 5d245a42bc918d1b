import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.js';
import { logIn } from './contractClient.js';

/** @import { Session } from '../wire/types.js' */

// infra/seed also logs in this many users at a time: more would only queue at the server's bcrypt.
const AT_ONCE = 32;

/**
 * Gives sessions of distinct users: from the file that infra/seed wrote, else by logging in.
 * @param {string} url @param {number} count
 * @param {{file?: string, sessions?: Session[], say?: (line: string) => void}} [options] sessions: sessions of earlier
 *   runs at this server; grows by the new ones
 * @returns {Promise<Session[]>}
 */
export async function getSessions(url, count, { file, sessions = [], say = () => {} } = {}) {
  if (file && fs.existsSync(file)) {
    const seeded = fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ login, cookie }) => ({ name: login, cookie }));
    if (seeded.length >= count && (await isAlive(url, seeded[0].cookie))) return seeded.slice(0, count);
    say(`${file} holds ${seeded.length} sessions or is out of date: logging in instead.`);
  }
  let next = sessions.length;
  const startedAt = Date.now();
  const logInSome = async () => {
    while (next < count) {
      const number = next++;
      const name = `bench ${number + 1}`;
      sessions[number] = { name, cookie: await logIn(url, { login: name, password: 'bench-password' }) };
    }
  };
  const missing = count - next;
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, missing) }, logInSome));
  if (missing > 0) say(`${missing} users logged in within ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  return sessions.slice(0, count);
}

/** @param {string} url @param {string} cookie */
async function isAlive(url, cookie) {
  const response = await fetch(`${url}/me`, { headers: { cookie } });
  await response.arrayBuffer();
  return response.ok;
}

/** @param {string} instance @param {string} target @returns {string} the file in which infra/seed keeps its sessions */
export const seedFile = (instance, target) => path.join(ROOT, 'var', instance, `seed-${target}.jsonl`);
