import { parseArgs } from 'node:util';
import { closingLine } from '../suite/report.js';
import { learnServer } from '../suite/server.js';
import { survive } from '../survival/survive.js';

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

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kill: { type: 'string' },
      kills: { type: 'string', default: '10' },
      clients: { type: 'string', default: '12' },
      every: { type: 'string', default: '3' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help || !positionals[0] || !values.kill) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const [kills, clients, every] = [values.kills, values.clients, values.every].map(Number);
  if (![kills, clients, every].every(Number.isFinite)) throw new Error('--kills, --clients and --every are numbers');
  const server = await learnServer(positionals[0]);
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
