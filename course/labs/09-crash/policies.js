import { clientIdFields } from '../../../load/src/ledger/clientIds.js';

/** @import { SentMessage } from '../../../load/src/ledger/ledger.js' */

/**
 * How a client treats a message whose ack it has not seen when the connection breaks.
 * @typedef {'never' | 'newId' | 'sameId'} Policy
 */

/** @type {Record<Policy, string>} */
export const POLICIES = {
  never: 'never sent again',
  newId: 'sent again as a new message',
  sameId: 'sent again under the same clientId',
};

export const NAMES = /** @type {Policy[]} */ (Object.keys(POLICIES));

/** @param {number} sender index among all users @returns {Policy} */
export const policyOf = (sender) => NAMES[sender % NAMES.length];

/**
 * Identifies the typed text: the clientIds of all its sends share this prefix.
 * @param {string} clientId @returns {string}
 */
export const textKeyOf = (clientId) => clientId.slice(0, clientId.lastIndexOf('-'));

/**
 * @typedef {object} Outcome counts of texts that the users of one policy typed
 * @property {number} typed
 * @property {number} unanswered texts without an ack when the connection broke
 * @property {number} lost texts that are not in the store
 * @property {number} twice texts that are in the store more than once
 * @property {number} broken acknowledged texts that are not in the store: broken promises of the server
 */

/**
 * Compares the typed texts with the store.
 * @param {Record<string, SentMessage>} messages sent messages by clientId
 * @param {Set<string>} unanswered clientIds without an ack when the connection broke
 * @param {Array<{clientId: string}>} stored
 * @returns {Record<Policy, Outcome>}
 */
export function outcomes(messages, unanswered, stored) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { clientId } of stored) times.set(textKeyOf(clientId), (times.get(textKeyOf(clientId)) ?? 0) + 1);
  const kept = new Set(stored.map(({ clientId }) => clientId));
  const found = /** @type {Record<Policy, Outcome>} */ (
    Object.fromEntries(NAMES.map((name) => [name, { typed: 0, unanswered: 0, lost: 0, twice: 0, broken: 0 }]))
  );
  const seen = new Set();
  for (const [clientId, { ackedAt }] of Object.entries(messages)) {
    const outcome = found[policyOf(clientIdFields(clientId).sender)];
    if (ackedAt !== undefined && !kept.has(clientId)) outcome.broken++;
    if (unanswered.has(clientId)) outcome.unanswered++;
    const words = textKeyOf(clientId);
    if (seen.has(words)) continue;
    seen.add(words);
    const stays = times.get(words) ?? 0;
    outcome.typed++;
    if (stays === 0) outcome.lost++;
    if (stays > 1) outcome.twice++;
  }
  return found;
}
