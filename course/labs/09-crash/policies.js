/**
 * What a client may do with a message of whose ack it knows nothing, since the connection broke.
 * @typedef {'never' | 'newId' | 'sameId'} Policy
 */

/** @type {Record<Policy, string>} */
export const POLICIES = {
  never: 'never sent again',
  newId: 'sent again as a new message',
  sameId: 'sent again under the same clientId',
};

export const NAMES = /** @type {Policy[]} */ (Object.keys(POLICIES));

/** @param {number} sender its place among all @returns {Policy} */
export const policyOf = (sender) => NAMES[sender % NAMES.length];

/**
 * Names a text that somebody typed once. Each time it is sent its clientId begins alike.
 * @param {string} clientId @returns {string}
 */
export const wordsOf = (clientId) => clientId.slice(0, clientId.lastIndexOf('-'));

/** @param {string} clientId of a message that is sent again as a new one @returns {{sender: number, number: number}} */
export function partsOf(clientId) {
  const [, sender, number] = clientId.split('-');
  return { sender: parseInt(sender, 36), number: parseInt(number, 36) };
}

/**
 * @typedef {object} Outcome of what the users of one policy typed
 * @property {number} typed
 * @property {number} unanswered when the connection broke
 * @property {number} lost typed, and not in the store
 * @property {number} twice in the store more than once
 * @property {number} broken acknowledged, and not in the store: the server would have lied
 */

/**
 * Holds what was typed against the store.
 * @param {Record<string, import('../../../load/src/ledger/ledger.js').SentMessage>} messages by clientId
 * @param {Set<string>} unanswered clientIds of which no ack was there when the connection broke
 * @param {Array<{clientId: string}>} stored
 * @returns {Record<Policy, Outcome>}
 */
export function outcomes(messages, unanswered, stored) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { clientId } of stored) times.set(wordsOf(clientId), (times.get(wordsOf(clientId)) ?? 0) + 1);
  const kept = new Set(stored.map(({ clientId }) => clientId));
  const found = /** @type {Record<Policy, Outcome>} */ (
    Object.fromEntries(NAMES.map((name) => [name, { typed: 0, unanswered: 0, lost: 0, twice: 0, broken: 0 }]))
  );
  const seen = new Set();
  for (const [clientId, { ackedAt }] of Object.entries(messages)) {
    const outcome = found[policyOf(partsOf(clientId).sender)];
    if (ackedAt !== undefined && !kept.has(clientId)) outcome.broken++;
    if (unanswered.has(clientId)) outcome.unanswered++;
    const words = wordsOf(clientId);
    if (seen.has(words)) continue;
    seen.add(words);
    const stays = times.get(words) ?? 0;
    outcome.typed++;
    if (stays === 0) outcome.lost++;
    if (stays > 1) outcome.twice++;
  }
  return found;
}
