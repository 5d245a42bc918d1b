import { resultLine } from '../suite/report.js';
import { Attacker } from './attacker.js';
import { Witness } from './witness.js';

/**
 * Runs the entries one after the other, the witness beside; the last result is the witness's own.
 * @param {import('../suite/server.js').Server} server @param {import('./entry.js').Entry[]} list
 * @returns {Promise<import('../suite/runner.js').Result[]>}
 */
export async function attack(server, list) {
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
