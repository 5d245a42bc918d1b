import { positiveNumber, runCommand, WrongUsage } from '../../load/src/commandLine.js';
import { liveApp } from './app.js';

const USAGE = `course/live [--port 4000] [--instance NAME]

A page for the projector: what each loop and worker of both chats does, lab calls, a load run, the labs. Ctrl-C ends it.
It listens on this machine alone; from another one type: ssh -L 4000:127.0.0.1:4000 HOST

  --port P          4000
  --instance NAME   the installation of infra/up whose chats are shown (dev)

Exit codes: 2 wrong usage, or the port is taken.`;

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} never, until a signal ends it */
async function main(values) {
  const port = positiveNumber('port', values.port, { whole: true });
  const app = await liveApp({ instance: values.instance });
  await app.listen({ host: '127.0.0.1', port }).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    throw new WrongUsage(`127.0.0.1:${port} cannot be listened on (${error.code}): choose another with --port.`);
  });
  console.log(`Live page: http://127.0.0.1:${port}/`);
  return new Promise(() => {});
}

await runCommand(
  USAGE,
  { port: { type: 'string', default: '4000' }, instance: { type: 'string', default: 'dev' } },
  main,
);
