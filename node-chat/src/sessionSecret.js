import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';

/**
 * The key that session cookies are signed with: SESSION_SECRET, else one made once and kept in the data folder, so that
 * sessions outlive a restart.
 * @param {Pick<import('./config.js').Config, 'sessionSecret' | 'data'>} config
 */
export async function sessionSecret({ sessionSecret, data }) {
  if (sessionSecret) return sessionSecret;
  const file = `${data}/session-secret`;
  await mkdir(data, { recursive: true });
  try {
    // 'wx' leaves the file alone where another process was first.
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}
