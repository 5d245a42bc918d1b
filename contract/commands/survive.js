import { closingLine } from '../suite/report.js';
import { learnServer } from '../suite/server.js';
import { survive } from '../survival/survive.js';
import { numbersOf, readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/survive URL --kill CMD [--kills N] [--clients N] [--every SECONDS]

Kills a running server again and again while clients chat by socket and by POST. They join again and send again, with
the same clientId, what was not acknowledged. At the end every acknowledged message must be in the store exactly once,
ids dense, and all clients must have the same list in the same order.

  --kill CMD       a shell command that kills the server, or one process of it, with SIGKILL; something else has to
                   start it again (infra/up does)
  --kills N        how often (10)
  --clients N      half send by socket, half by POST (12)
  --every SECONDS  between two kills (3)

Exit code: 0 all held, 1 not, 2 there was nothing to kill.`;

/** Whoever comes back while the server is killed once more is refused, and comes again. */
export const leavesErrors = true;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, url, code } = readCommandLine(
    args,
    USAGE,
    {
      kill: { type: 'string' },
      kills: { type: 'string', default: '10' },
      clients: { type: 'string', default: '12' },
      every: { type: 'string', default: '3' },
    },
    ({ kill }, given) => kill && given !== undefined,
  );
  if (code !== undefined) return code;
  const [kills, clients, every] = numbersOf(values, ['kills', 'clients', 'every']);
  const server = await learnServer(url);
  const findings = await survive(server, {
    kill: values.kill,
    kills,
    clients,
    everyMs: every * 1000,
    say: (line) => console.log(line),
  });
  for (const { said, held, why } of findings) console.log(held ? `ok    ${said}` : `FAIL  ${said}\n        ${why}`);
  const failed = findings.filter(({ held }) => !held).length;
  console.log(closingLine({ passed: findings.length - failed, failed }));
  return failed ? 1 : 0;
}
