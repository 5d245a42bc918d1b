import { readdirSync } from 'node:fs';
import { Attacker } from '../attacks/attacker.js';
import { Witness } from '../attacks/witness.js';
import { closingLine, resultLine, tally } from '../suite/report.js';
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

/** @typedef {import('../attacks/entry.js').Entry} Entry */

/** @returns {Promise<Entry[]>} */
async function allEntries() {
  const folder = new URL('../attacks/entries/', import.meta.url);
  const topics = await Promise.all(
    readdirSync(folder)
      .sort()
      .map(async (file) => {
        const { list } = await import(new URL(file, folder).href);
        return list.map((/** @type {Entry} */ entry) => ({ ...entry, topic: file.replace(/\.js$/, '') }));
      }),
  );
  return topics.flat();
}

/** @param {import('../suite/server.js').Server} server @param {Entry[]} list @returns {Promise<import('../suite/runner.js').Result[]>} */
async function attack(server, list) {
  const attacker = await Attacker.enter(server);
  let witness = await Witness.begin(server);
  const results = [];
  for (const { name, topic, run, secret } of list) {
    const start = performance.now();
    /** @type {import('../suite/runner.js').Result} */
    const result = { name, topic, outcome: 'passed', ms: 0 };
    if (secret && !process.env.PUSHER_APP_SECRET) {
      Object.assign(result, { outcome: 'skipped', why: 'no PUSHER_APP_SECRET' });
    } else {
      try {
        await run(attacker);
        await witness.check();
      } catch (error) {
        Object.assign(result, { outcome: 'failed', why: error instanceof Error ? error.message : String(error) });
        // Whatever broke must not be laid at the door of the next entry.
        witness.close();
        witness = await Witness.begin(server).catch(() => witness);
      }
      attacker.end();
      result.ms = Math.round(performance.now() - start);
    }
    console.log(resultLine(result));
    results.push(result);
  }
  return [...results, await farewell(witness)];
}

/** @param {Witness} witness @returns {Promise<import('../suite/runner.js').Result>} */
async function farewell(witness) {
  const name = 'what was acknowledged to the people beside came to both, once, in order';
  /** @type {import('../suite/runner.js').Result} */
  const result = { name, topic: 'witness', outcome: 'passed', ms: 0 };
  try {
    const count = await witness.end();
    result.name = `${name} (${count} messages)`;
  } catch (error) {
    Object.assign(result, { outcome: 'failed', why: error instanceof Error ? error.message : String(error) });
  }
  console.log(resultLine(result));
  return result;
}
