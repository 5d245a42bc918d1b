import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../machine/atExit.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * One run of load/chat.yml, as an engineer starts it.
 * @param {{name: string, url: string, users: number, rate?: number, seconds?: number}} plan name: node or laravel; rate: messages/s of each user
 * @returns {Promise<{record: import('../record/runRecord.js').RunRecord, status: number}>} status: Artillery's exit
 *   code
 * @throws {Error} with the end of what Artillery printed, where it left no result
 */
export async function runChatYml({ name, url, users, rate = 1, seconds = 5 }) {
  const results = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-artillery-'));
  const remove = () => fs.rmSync(results, { recursive: true, force: true });
  /** @type {(() => void) | undefined} */
  let isOver;
  try {
    const child = spawn(path.join(ROOT, 'node_modules/.bin/artillery'), ['run', 'load/chat.yml'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CHAT_LOAD_TARGETS: name,
        [`CHAT_LOAD_${name.toUpperCase()}`]: url,
        CHAT_LOAD_USERS: String(users),
        CHAT_LOAD_RATE: String(rate),
        CHAT_LOAD_SECONDS: String(seconds),
        CHAT_LOAD_RESULTS: results,
        ARTILLERY_DISABLE_TELEMETRY: '1',
      },
    });
    isOver = atExit(() => {
      child.kill('SIGKILL');
      remove();
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const status = await new Promise((resolve) => child.once('close', resolve));
    const [run] = fs.readdirSync(results);
    if (!run) throw new Error(`Artillery left no record:\n${output.slice(-2000)}`);
    const [file] = fs.readdirSync(path.join(results, run));
    return { record: JSON.parse(fs.readFileSync(path.join(results, run, file), 'utf8')), status };
  } finally {
    isOver?.();
    remove();
  }
}
