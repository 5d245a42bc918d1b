import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./instance.js').Instance} Instance */

/** @type {Record<string, () => string>} */
const makers = {
  PUSHER_APP_ID: () => 'chat',
  PUSHER_APP_KEY: () => randomBytes(10).toString('hex'),
  PUSHER_APP_SECRET: () => randomBytes(20).toString('hex'),
  DB_PASSWORD: () => randomBytes(20).toString('hex'),
};

/** @param {string} text lines of NAME='value', as shells read them */
export function parseEnv(text) {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)='(.*)'$/gm)].map((match) => [match[1], match[2]]));
}

/** @param {Record<string, string>} values none may hold a quote */
export function formatEnv(values) {
  return Object.entries(values)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

/**
 * The instance's keys, made once and kept in var/NAME/env, which only its owner may read.
 * @param {Instance} it
 */
export function secrets(it) {
  const file = join(it.dir, 'env');
  const known = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const missing = Object.entries(makers).filter(([name]) => !(name in known));
  for (const [name, make] of missing) known[name] = make();
  if (missing.length > 0) writeFileSync(file, formatEnv(known), { mode: 0o600 });
  return known;
}
