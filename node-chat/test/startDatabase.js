import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { connect, createServer } from 'node:net';
import { emptyFolder, until } from './startChat.js';

/** @import { TestContext } from 'node:test' */

/** @type {Record<string, (port: number, folder: string) => string[]>} */
const PROGRAMS = {
  mongod: (port, folder) => ['--port', `${port}`, '--dbpath', folder, '--bind_ip', '127.0.0.1', '--quiet'],
  ferretdb: (port, folder) => [
    '--handler=sqlite',
    `--sqlite-url=file:${folder}/`,
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

/** @param {TestContext} t */
export async function startDatabase(t) {
  const folder = await emptyFolder(t);
  const port = await freePort();
  const child = spawn(program, PROGRAMS[program](port, folder), { stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  await until(() => answers(port), 30_000, `${program} did not start`);
  return { uri: `mongodb://127.0.0.1:${port}/chat` };
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
