import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const artisan = new URL('../../../artisan', import.meta.url).pathname;
const USERS = 500;
const CLOCK_TICKS = 100;

/** Starts websockets:serve with a fresh SQLite store that knows users 1 to 500. */
export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  const env = {
    ...process.env,
    CHAT_DATA: folder,
    CHAT_LIMITS: 'off',
    DB_CONNECTION: 'sqlite',
    APP_KEY: `base64:${Buffer.alloc(32, 1).toString('base64')}`,
    PUSHER_APP_ID: '1',
    PUSHER_APP_KEY: 'key',
    PUSHER_APP_SECRET: 'secret',
    CHAT_API_KEY: 'api-key',
    CHAT_API_SECRET: 'api-secret',
  };
  spawnSync('php', [artisan, 'migrate', '--force'], { env, stdio: 'ignore' });
  const insert = `$d = new PDO('sqlite:${folder}/chat.sqlite'); for ($i = 1; $i <= ${USERS}; $i++) $d->exec("insert into users (id, name, password, created_at) values ($i, 'soak-$i', 'x', '2026-01-01 00:00:00.000')");`;
  if (spawnSync('php', ['-r', insert], { stdio: 'inherit' }).status !== 0)
    throw new Error('The users of the soak could not be made');
  const child = spawn('php', [artisan, 'websockets:serve', '--host=127.0.0.1', '--port=0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('websockets:serve ended at once')));
    lines.on('line', (line) => {
      const { event, url } = JSON.parse(line);
      if (event === 'started') resolve(Number(new URL(url).port));
      if (event === 'bug' || event === 'store_died') console.log(line);
    });
  });
  return {
    port,
    users: USERS,
    /** Resident KB, CPU seconds since the start, and when (s). */
    measure() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const times = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return {
        at: performance.now() / 1000,
        rss: Number(/VmRSS:\s+(\d+)/.exec(status)[1]),
        cpuSeconds: (Number(times[11]) + Number(times[12])) / CLOCK_TICKS,
      };
    },
    async stop() {
      child.kill('SIGTERM');
      const status = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)));
      rmSync(folder, { recursive: true });
      return status;
    },
  };
}
