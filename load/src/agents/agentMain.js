import { clientFacts } from '../record/clientFacts.js';
import { followClock, now } from '../ledger/clock.js';
import { LoadClient } from '../chat/loadClient.js';
import { ALIVE_EVERY_MS, LONGEST_LINE, readLines } from './lines.js';

/**
 * A load host's part of a run. It says what it is, then answers orders by their numbers, which are lines of JSON, and
 * says every second that it lives. It ends with whoever started it, also where the line between them breaks.
 */

const SILENT_MS = 60_000;

const say = (/** @type {object} */ message) => process.stdout.write(JSON.stringify(message) + '\n');
const client = new LoadClient();
const { commit, machine, runtime } = clientFacts();
let heardAt = performance.now();

process.stdin.on('end', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
readLines(process.stdin, hear, { most: LONGEST_LINE, onTooLong: () => process.exit(1) });
setInterval(() => {
  if (performance.now() - heardAt > SILENT_MS) process.exit(1);
  say({ alive: true });
}, ALIVE_EVERY_MS);
say({ agent: { commit, machine, runtime } });

/** @param {string} line */
async function hear(line) {
  heardAt = performance.now();
  const { number, order, alive, ...words } = JSON.parse(line);
  if (alive) return;
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
  if (order === 'join') return client.join(words);
  if (order === 'send') return client.send(words);
  if (order === 'leave') return client.leave(words);
  throw new Error(`there is no order ${order}`);
}
