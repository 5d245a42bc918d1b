import { resultLine } from '../suite/report.js';
import { Attacker } from './attacker.js';
import { Witness } from './witness.js';

/**
 * Runs the entries one after the other, the witness beside; the slow ones begin with the first and are waited for at the
 * end. The last result is the witness's own.
 * @param {import('../suite/server.js').Server} server @param {import('./entry.js').Entry[]} list
 * @returns {Promise<import('../suite/runner.js').Result[]>}
 */
export async function attack(server, list) {
  const attacker = await Attacker.enter(server);
  let witness = await Witness.begin(server);
  const results = [];
  const begun = new Map(
    list.filter((each) => each.slow && mayRun(each)).map((entry) => [entry, begin(entry, server, attacker.person)]),
  );
  for (const entry of [...list.filter((each) => !begun.has(each)), ...begun.keys()]) {
    const { name, topic, run } = entry;
    const start = performance.now();
    /** @type {import('../suite/runner.js').Result} */
    const result = { name, topic, outcome: 'passed', ms: 0 };
    if (!mayRun(entry)) {
      Object.assign(result, { outcome: 'skipped', why: 'no CHAT_API_ADDRESS and CHAT_API_SECRET' });
    } else {
      try {
        await (begun.get(entry)?.() ?? run(attacker));
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

/** @param {import('./entry.js').Entry} entry */
const mayRun = ({ secret }) => !secret || Boolean(process.env.CHAT_API_ADDRESS && process.env.CHAT_API_SECRET);

/**
 * A slow entry on its way, with an attacker of its own.
 * @param {import('./entry.js').Entry} entry @param {import('../suite/server.js').Server} server @param {Attacker['person']} person
 * @returns {() => Promise<void>} rejects with what it failed by, once it is asked
 */
function begin({ run }, server, person) {
  const attacker = new Attacker(server, person);
  const running = run(attacker)
    .then(
      () => undefined,
      (error) => error,
    )
    .finally(() => attacker.end());
  return async () => {
    const error = await running;
    if (error) throw error;
  };
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
