import { createInterface } from 'node:readline';
import { followClock, now } from '../machine/clock.js';
import { provenance } from '../record/provenance.js';
import { LOAD_CLIENTS } from '../loadClients.js';

/**
 * A load host's part of a run. It prints its facts, then answers numbered orders; both are lines of JSON. It ends when
 * its stdin does.
 */

const say = (/** @type {object} */ message) => process.stdout.write(JSON.stringify(message) + '\n');
let loadClient = LOAD_CLIENTS.raw.create();

process.stdout.on('error', () => process.exit(0));
createInterface({ input: process.stdin })
  .on('line', hear)
  .on('close', () => process.exit(0));
say({ number: 0, answer: provenance() });

/** @param {string} line */
async function hear(line) {
  const { number, order, ...words } = JSON.parse(line);
  try {
    say({ number, answer: (await take(order, words)) ?? null });
  } catch (error) {
    say({ number, error: /** @type {Error} */ (error).message });
  }
}

/** @param {string} order @param {any} words @returns {Promise<any>} the answer @throws {Error} saying why not */
async function take(order, words) {
  if (order === 'clock') return now();
  if (order === 'follow') return followClock(words.aheadMs);
  if (order === 'join') {
    loadClient = LOAD_CLIENTS[words.client].create();
    return loadClient.join(words);
  }
  if (order === 'send') return loadClient.send(words);
  if (order === 'leave') return loadClient.leave(words);
  throw new Error(`there is no order ${order}`);
}
