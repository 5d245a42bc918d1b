import { runCommand, WrongUsage } from '../../load/src/commandLine.js';
import { liveApp } from './app.js';

const COMMAND = {
  usage: `course/live [--port 4000] [--instance NAME]

A page for the projector: what each loop and worker of both chats does, lab calls, the labs. Ctrl-C ends it.
It listens only on this machine; from another one type: ssh -L 4000:127.0.0.1:4000 HOST`,
  options: { '--port N': '4000', '--instance NAME': 'the instance of infra/up whose chats are shown (dev)' },
  exitCodes: '2 wrong usage, or the port is taken.',
};

await runCommand(COMMAND, async ({ port = 4000, instance = 'dev' }) => {
  const app = await liveApp({ instance });
  await app.listen({ host: '127.0.0.1', port }).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    throw new WrongUsage(`127.0.0.1:${port} cannot be listened on (${error.code}): choose another with --port.`);
  });
  console.log(`Live page: http://127.0.0.1:${port}/`);
  // Until a signal ends it.
  return new Promise(() => {});
});
