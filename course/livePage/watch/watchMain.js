import { labCall } from '../labCalls.js';
import { pressAt } from './press.js';
import { Watching } from './watching.js';

/**
 * The process that looks at the chats while a page shows them. Told {watch} it begins, and says twice a second what it has {seen}; told {rest} it stands
 * still; told {press} it makes lab calls, whether it watches or not, and says their {outcomes}.
 *
 * @typedef {{instance: string, addresses?: Record<string, string>}} Where addresses: of targets that are not the instance's
 * @typedef {{key: string, where: 'loop' | 'worker', ms: number, times: number, chats: string[]}} Press
 * @typedef {{watch: Where} | {rest: true} | {press: Press, number: number, urls: Record<string, string>}} Order number: of the mark; urls: by chat
 * @typedef {{seen: import('../lastMinute.js').Seen} | {outcomes: Array<[string, import('./press.js').Outcome]>}} Said outcomes: by number and chat
 */

const TELL_EVERY_MS = 500;

/** @type {Watching | null} */
let watching = null;
/** @type {Map<string, import('./press.js').Outcome>} those that have changed */
const outcomes = new Map();
/** @type {NodeJS.Timeout | undefined} */
let telling;

/** @param {Said} said */
const say = (said) => process.send?.(said);

function tellOutcomes() {
  telling = undefined;
  say({ outcomes: [...outcomes] });
  outcomes.clear();
}

/** @param {Extract<Order, {press: Press}>} order */
function press({ press: { key, chats, ...how }, number, urls }) {
  const call = labCall(key);
  if (!call) return;
  for (const chat of chats)
    pressAt(urls[chat], call, how, (outcome) => {
      outcomes.set(`${number} ${chat}`, { ...outcome });
      telling ??= setTimeout(tellOutcomes, TELL_EVERY_MS);
    });
}

process.on('message', (message) => {
  const order = /** @type {Order} */ (message);
  if ('press' in order) press(order);
  if ('watch' in order) watching ??= new Watching(order.watch, (seen) => say({ seen }));
  if ('rest' in order) {
    watching?.close();
    watching = null;
  }
});
// Whoever started it has ended.
process.on('disconnect', () => process.exit(0));
