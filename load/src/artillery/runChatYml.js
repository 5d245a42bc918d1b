import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startArtillery } from './startArtillery.js';

/**
 * One run of load/chat.yml at one chat.
 * @param {{name: 'node' | 'laravel', url: string, users: number, seconds: number}} plan
 * @returns {Promise<{record: import('../record/runRecord.js').RunRecord, status: number | null}>} status: Artillery's
 *   exit code
 * @throws {Error} with the end of what Artillery printed, where it left no result
 */
export async function runChatYml({ name, url, users, seconds }) {
  const results = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-artillery-'));
  try {
    const env = {
      ...{ CHAT_LOAD_TARGETS: name, [`CHAT_LOAD_${name.toUpperCase()}`]: url, CHAT_LOAD_RESULTS: results },
      ...{ CHAT_LOAD_USERS: String(users), CHAT_LOAD_SECONDS: String(seconds) },
    };
    const { said, ended } = startArtillery({ env });
    const status = await ended;
    const [file] = fs
      .readdirSync(results, { recursive: true, encoding: 'utf8' })
      .filter((one) => one.endsWith('.json'));
    if (!file) throw new Error(`Artillery left no record:\n${said()}`);
    return { record: JSON.parse(fs.readFileSync(path.join(results, file), 'utf8')), status };
  } finally {
    fs.rmSync(results, { recursive: true, force: true });
  }
}
