import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { emptyFolder, until } from './startChat.js';

/** @type {Record<string, (port: number, folder: string, pragma: string) => string[]>} */
const PROGRAMS = {
  mongod: (port, folder) => ['--port', `${port}`, '--dbpath', folder, '--bind_ip', '127.0.0.1', '--quiet'],
  ferretdb: (port, folder, pragma) => [
    '--handler=sqlite',
    `--sqlite-url=file:${folder}/${pragma && `?_pragma=${pragma}`}`,
    `--listen-addr=127.0.0.1:${port}`,
    '--telemetry=disable',
    '--debug-addr=-',
    `--state-dir=${folder}`,
    '--log-level=error',
  ],
};

const onPath = (program) =>
  (process.env.PATH ?? '').split(':').some((folder) => {
    try {
      accessSync(`${folder}/${program}`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const program = Object.keys(PROGRAMS).find(onPath);

/** For tests that need a server of the MongoDB protocol: skipped with the reason if none is installed. */
export const needsDatabase = { skip: program ? false : 'neither mongod nor ferretdb is on the PATH', timeout: 120_000 };

/** For tests that need a full or read-only database. */
export const needsFullDatabase = {
  ...needsDatabase,
  skip: needsDatabase.skip || (program === 'ferretdb' ? false : 'mongod cannot be told a size, nor to take no writes'),
};

/**
 * Starts a database that a test can kill, freeze and restart.
 * @param {import('node:test').TestContext} t
 * @param {{ pages?: number }} [options] pages: size limit in pages of 4 KiB (ferretdb alone)
 */
export async function startDatabase(t, { pages } = {}) {
  const folder = await emptyFolder(t);
  const port = await freePort();
  let child;
  const database = {
    uri: `mongodb://127.0.0.1:${port}/chat`,
    async start({ readOnly = false } = {}) {
      const pragma = readOnly ? 'query_only(1)' : pages ? `max_page_count(${pages})` : '';
      child = spawn(program, PROGRAMS[program](port, folder, pragma), { stdio: 'ignore' });
      await until(() => answers(port), 30_000, `${program} did not start`);
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async freeze() {
      child.kill('SIGSTOP');
      // Until the signal arrives, on a busy machine, a call may still be answered.
      await until(() => isStopped(child.pid), 10_000, `${program} did not stop`);
    },
    thaw: () => child.kill('SIGCONT'),
  };
  t.after(() => child.kill('SIGKILL'));
  await database.start();
  return database;
}

/** @returns {boolean} whether all threads of the process are stopped */
function isStopped(pid) {
  try {
    const stateOf = (thread) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1][0];
    return readdirSync(`/proc/${pid}/task`).every((thread) => stateOf(thread) === 'T');
  } catch {
    return false; // a thread ended during the look
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref().on('connect', () => socket.destroy());
  });
}
