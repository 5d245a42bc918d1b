import { allEntries } from '../attacks/allEntries.js';
import { attack } from '../attacks/attack.js';
import { closingLine, tally } from '../suite/report.js';
import { learnServer } from '../suite/server.js';
import { readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/hostile URL [--only REGEX] [--list]

Sends a running server what no client should, one attack after the other, while two well-behaved people keep
chatting beside it. They must lose nothing and /health must stay ok after each; where the contract, RFC 6455,
RFC 9112 or the wire's protocol names an answer, that answer is asked for.

  --only REGEX   only the entries whose topic or name fits
  --list         print the names and stop

PUSHER_APP_ID and PUSHER_APP_SECRET in the environment let it sign calls of the Pusher HTTP API; without the secret
those entries are skipped. Exit code: 0 all held, 1 some not, 2 there was nothing to attack.`;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, url, code } = readCommandLine(
    args,
    USAGE,
    { only: { type: 'string' }, list: { type: 'boolean' } },
    ({ list }, given) => list || given !== undefined,
  );
  if (code !== undefined) return code;
  const only = new RegExp(values.only ?? '', 'i');
  const all = (await allEntries()).filter(({ topic, name }) => only.test(`${topic}: ${name}`));
  if (values.list) {
    for (const { topic, name, wire } of all) console.log(`${topic}: ${name}${wire ? `  (${wire})` : ''}`);
    return 0;
  }
  const server = await learnServer(url);
  const mine = all.filter(({ wire }) => !wire || wire === server.config.wire);
  if (mine.length === 0) throw new Error(`no entry fits --only ${values.only}`);
  const counts = tally(await attack(server, mine));
  console.log(closingLine(counts));
  return counts.failed ? 1 : 0;
}
