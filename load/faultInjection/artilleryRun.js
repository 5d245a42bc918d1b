import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * One short run of load/chat.yml, as an engineer starts it.
 * @param {{name: 'node' | 'laravel', url: string, users: number}} plan
 * @returns {Promise<{audit: import('../ledger/audit.js').Audit, status: number}>} status: Artillery's exit code
 * @throws {Error} with the end of what Artillery printed, where it left no result
 */
export async function artilleryRun({ name, url, users }) {
  const results = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-faults-'));
  try {
    const child = spawn(
      path.join(ROOT, 'node_modules/.bin/artillery'),
      ['run', 'load/chat.yml', '--scenario-name', `^${name}$`],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          [`CHAT_LOAD_${name.toUpperCase()}`]: url,
          CHAT_LOAD_USERS: String(users),
          CHAT_LOAD_SECONDS: '5',
          CHAT_LOAD_RESULTS: results,
          ARTILLERY_DISABLE_TELEMETRY: '1',
        },
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const status = await new Promise((resolve) => child.once('close', resolve));
    const [run] = fs.readdirSync(results);
    const file = path.join(results, run ?? '', 'result.json');
    if (!fs.existsSync(file)) throw new Error(`Artillery left no result:\n${output.slice(-2000)}`);
    return { audit: JSON.parse(fs.readFileSync(file, 'utf8')).audits[0], status };
  } finally {
    fs.rmSync(results, { recursive: true, force: true });
  }
}
