import { allEntries } from '../attacks/allEntries.js';
import { chooseEntries } from '../attacks/chooseEntries.js';
import { attack } from '../attacks/attack.js';
import { pause } from '../suite/expect.js';
import { growthVerdict, rssOf } from '../suite/memory.js';
import { closingLine, resultLine, tally } from '../suite/report.js';
import { learnServer } from '../suite/server.js';
import { numbersOf, readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/hostile URL [--only REGEX] [--list]

Sends a running server what no client should, one attack after the other, while two well-behaved people keep
chatting beside it. They must lose nothing and /health must stay ok after each; where the contract, RFC 6455,
RFC 9112 or the wire's protocol names an answer, that answer is asked for.

  --only REGEX   only the entries whose topic or name fits
  --pid PID      the server's process: its resident memory before and after all of it is told,
  --growth MB    and may have grown by that much at most (128)
  --list         print the names and stop

CHAT_API_ADDRESS (unix:/path or HOST:PORT), CHAT_API_KEY, CHAT_API_SECRET and PUSHER_APP_ID in the environment let it call
the Pusher HTTP API with valid signatures; without them those entries are skipped. Exit code: 0 all held, 1 some not, 2 there was nothing to attack.`;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, url, code } = readCommandLine(
    args,
    USAGE,
    {
      only: { type: 'string' },
      list: { type: 'boolean' },
      pid: { type: 'string' },
      growth: { type: 'string', default: '128' },
    },
    ({ list }, given) => list || given !== undefined,
  );
  if (code !== undefined) return code;
  const chosen = chooseEntries(await allEntries('entries'), values.only);
  if (values.list) {
    chosen.print();
    return 0;
  }
  const server = await learnServer(url);
  const mine = chosen.of(server.config.wire);
  const [growth] = numbersOf(values, ['growth']);
  const pid = values.pid ? Number(values.pid) : undefined;
  const from = rssOf(pid);
  const results = await attack(server, mine);
  if (pid) results.push(await growthResult(pid, from, growth));
  const counts = tally(results);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  if (failed.length) console.log(`\nFailed:\n${failed.map(resultLine).join('\n')}`);
  console.log(closingLine(counts));
  return counts.failed ? 1 : 0;
}

/** @param {number} pid @param {number | undefined} from bytes @param {number} growth MB @returns {Promise<import('../suite/runner.js').Result>} */
async function growthResult(pid, from, growth) {
  // What the last entries left behind is let go with their connections.
  await pause(1000);
  const { said, held } = growthVerdict(pid, { from, to: rssOf(pid), growth });
  /** @type {import('../suite/runner.js').Result} */
  const result = { topic: 'memory', name: said, outcome: held ? 'passed' : 'failed', ms: 0 };
  console.log(resultLine(result));
  return result;
}
