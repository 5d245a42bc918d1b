import { fileURLToPath } from 'node:url';
import { positiveNumber, runCommand, WrongUsage } from '../commandLine.js';
import { liveApp } from './server/app.js';
import { isLoopback, newToken } from './server/guard.js';

const USAGE = `load/live [--port 4000] [--instance NAME]
load/live --start --targets node,laravel --scenario steady --users 50 --rate 1 --seconds 60

A page to run load and to watch it, each target side by side; Ctrl-C ends it.

  --port P          4000
  --host H          an address of this machine, for browsers of others: whoever opens the page then needs the token that is printed (127.0.0.1)
  --instance NAME   the installation of infra/up whose chats are the targets (dev)
  --results DIR     where each run's record and report are put (load/results)
  --start           begins a run at once, of what the next five say
  --targets T,T     names of load/targets (node,laravel)
  --scenario S      a name of load/scenarios (steady)
  --users N         on each target (50)
  --rate R          messages/s of each user (1)
  --seconds S       (60)

Exit codes: 2 wrong usage, or the port is taken.`;

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} never, until a signal ends it */
async function main(values) {
  const port = positiveNumber('port', values.port, { whole: true });
  const { host, results, instance } = values;
  const token = isLoopback(host) ? null : newToken();
  const { app, guard, start } = await liveApp({ host, token, results, instance });
  await app.listen({ host, port }).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    throw new WrongUsage(`${host}:${port} cannot be listened on (${error.code}): choose another with --port.`);
  });
  console.log(`Live load: ${guard.address()}`);
  if (token !== null) console.log('Whoever has this address can start load runs; it is not encrypted on its way.');
  if (values.start) {
    const [users, rate, seconds] = ['users', 'rate', 'seconds'].map((name) => positiveNumber(name, values[name]));
    await start({ targets: values.targets.split(','), scenario: values.scenario, users, rate, seconds });
  }
  return new Promise(() => {});
}

await runCommand(
  USAGE,
  {
    port: { type: 'string', default: '4000' },
    host: { type: 'string', default: '127.0.0.1' },
    instance: { type: 'string', default: 'dev' },
    results: { type: 'string', default: fileURLToPath(new URL('../results', import.meta.url)) },
    start: { type: 'boolean', default: false },
    targets: { type: 'string', default: 'node,laravel' },
    scenario: { type: 'string', default: 'steady' },
    users: { type: 'string', default: '50' },
    rate: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
  },
  main,
);
