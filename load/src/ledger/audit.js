import { isOfRun, textOf } from './clientIds.js';
import { Latencies } from './latencies.js';

/** @import { LedgerRecord, ReceivedMessage, Receiver, SentMessage } from './ledger.js' */

// A message is due at a receiver that was joined from the send until this long after the ack.
const DUE_AFTER_ACK_MS = 2000;
// Users stay this long after the last ack, a little longer than the last message is due.
export const DRAIN_MS = DUE_AFTER_ACK_MS + 500;

/**
 * The counts of the audit: the kinds of findings in each, and its name in verdicts, tables and sentences.
 * docs/method.md defines them.
 */
export const FINDING_COUNTS = /** @type {const} */ ({
  lostDeliveries: { name: 'lost deliveries', kinds: ['lost'] },
  notStored: { name: 'acknowledged but not stored', kinds: ['acknowledged but not stored'] },
  duplicated: { name: 'duplicated', kinds: ['duplicated', 'stored twice'] },
  outOfOrder: { name: 'out of order', kinds: ['out of order'] },
  wrongIds: { name: 'wrong ids', kinds: ['wrong id'] },
  altered: { name: 'altered', kinds: ['altered'] },
  falseAcks: { name: 'false acks', kinds: ['false ack'] },
});

/**
 * @typedef {keyof typeof FINDING_COUNTS} FindingCount
 *
 * @typedef {object} Finding one failure of one message
 * @property {(typeof FINDING_COUNTS)[FindingCount]['kinds'][number]} kind
 * @property {number | null} id
 * @property {string} clientId
 * @property {string} [receiver]
 * @property {number} [receivers] how many receivers `receiver` represents, if more than one
 *
 * @typedef {ReturnType<typeof audit>} Audit
 */

/**
 * Compares a ledger with the store: what became of every message at every receiver.
 * @param {LedgerRecord} ledger
 * @param {ReceivedMessage[] | null} [store] the store's messages; null: nobody read the store
 * @param {Map<string, number>} [weights] how many receivers each receiver of the ledger represents, by name (1)
 * @returns the counts of docs/method.md and all findings. A receiver that represents several has each finding once.
 */
export function audit(ledger, store = null, weights = new Map()) {
  const weight = (/** @type {string | undefined} */ receiver) => weights.get(receiver ?? '') ?? 1;
  /** @type {Finding[]} */
  const findings = [];
  const ids = idsByClientId(ledger, store, findings);

  for (const [clientId, { ackedAt, id = null }] of Object.entries(ledger.messages)) {
    if (!store || ackedAt === undefined) continue;
    if (!ids.has(clientId)) findings.push({ kind: 'acknowledged but not stored', id, clientId });
    else if (ids.get(clientId) !== id) findings.push({ kind: 'false ack', id, clientId });
  }

  let dueDeliveries = 0;
  let missingDeliveries = 0;
  for (const [name, receiver] of Object.entries(ledger.receivers)) {
    const receivedIds = checkReceived(name, receiver, ledger, ids, findings);
    for (const [clientId, message] of Object.entries(ledger.messages)) {
      const id = ids.get(clientId);
      if (id === undefined || !isDue(message, receiver)) continue;
      dueDeliveries += weight(name);
      if (receivedIds.has(id)) continue;
      missingDeliveries += weight(name);
      findings.push({ kind: 'lost', id, clientId, receiver: name });
    }
  }

  const countOf = (/** @type {ReadonlyArray<Finding['kind']>} */ kinds) =>
    findings.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { receiver }) => sum + weight(receiver), 0);
  const counts = Object.entries(FINDING_COUNTS).map(([name, { kinds }]) => [name, countOf(kinds)]);
  return {
    sent: Object.keys(ledger.messages).length,
    acknowledged: Object.values(ledger.messages).filter((message) => message.ackedAt !== undefined).length,
    stored: store
      ? new Set(store.filter(({ clientId }) => isOfRun(clientId, ledger.run)).map(({ id }) => id)).size
      : null,
    due: dueDeliveries,
    delivered: dueDeliveries - missingDeliveries,
    .../** @type {Record<FindingCount, number>} */ (Object.fromEntries(counts)),
    errors: ledger.errors,
    ack: Latencies.fromJSON(ledger.ack).summary(),
    delivery: Latencies.fromJSON(ledger.delivery).summary(),
    findings: findings.map((finding) => {
      const receivers = weight(finding.receiver);
      return receivers > 1 ? { ...finding, receivers } : finding;
    }),
  };
}

/**
 * Finds the id of each stored message: in the store, or in acks and deliveries if nobody read the store.
 * @param {LedgerRecord} ledger
 * @param {ReceivedMessage[] | null} store
 * @param {Finding[]} findings receives new findings
 * @returns {Map<string, number>}
 */
function idsByClientId(ledger, store, findings) {
  /** @type {Map<string, number>} */
  const ids = new Map();
  for (const { id, clientId, text } of store ?? []) {
    if (!isOfRun(clientId, ledger.run)) continue;
    if (text !== textOf(clientId)) findings.push({ kind: 'altered', id, clientId });
    const earlierId = ids.get(clientId);
    if (earlierId !== undefined && earlierId !== id) findings.push({ kind: 'stored twice', id, clientId });
    else ids.set(clientId, id);
  }
  if (store) return ids;
  for (const [id, clientId] of Object.entries(ledger.clientIds)) if (!ids.has(clientId)) ids.set(clientId, Number(id));
  for (const [clientId, { id }] of Object.entries(ledger.messages)) if (id !== undefined) ids.set(clientId, id);
  return ids;
}

/**
 * Finds messages that one receiver received twice, out of order, altered, or under the id of another message.
 * @param {string} name
 * @param {Receiver} receiver
 * @param {LedgerRecord} ledger
 * @param {Map<string, number>} ids the right ids, by clientId
 * @param {Finding[]} findings receives new findings
 * @returns {Set<number>} ids of the messages that came under their right id
 */
function checkReceived(name, { received, otherClientIds, altered }, { clientIds, messages }, ids, findings) {
  const alteredIndices = new Set(altered);
  /** @type {Set<number>} */
  const receivedIds = new Set();
  let highest = 0;
  for (const [index, id] of received.entries()) {
    const clientId = otherClientIds[index] ?? clientIds[id] ?? '';
    const finding = { id, clientId, receiver: name };
    if (alteredIndices.has(index)) findings.push({ kind: 'altered', ...finding });
    if ((ids.get(clientId) ?? id) !== id) {
      findings.push({ kind: 'wrong id', ...finding });
      continue;
    }
    if (receivedIds.has(id)) findings.push({ kind: 'duplicated', ...finding });
    else if (id < highest && !hasNoId(messages[clientId])) findings.push({ kind: 'out of order', ...finding });
    receivedIds.add(id);
    highest = Math.max(highest, id);
  }
  return receivedIds;
}

/** @param {SentMessage | undefined} message @returns {boolean} whether the message's ack had no id */
const hasNoId = (message) => message?.ackedAt !== undefined && message.id === undefined;

/** @param {SentMessage} message @param {Receiver} receiver */
function isDue({ sentAt, ackedAt = sentAt }, { joinedAt, leftAt }) {
  return joinedAt <= sentAt && (leftAt === null || leftAt >= ackedAt + DUE_AFTER_ACK_MS);
}
