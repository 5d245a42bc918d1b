import { isOfRun, textOf } from './clientIds.js';
import { Latencies } from './latencies.js';

// A receiver counts for a message if it was joined from the send until this long after the ack.
const LIFE_AFTER_ACK_MS = 2000;
// Users stay this long after the last ack, a little longer than the last message's receivers have to.
export const DRAIN_MS = LIFE_AFTER_ACK_MS + 500;

/**
 * What the audit counts: the kinds of findings in each count, and its name in verdicts, tables and sentences.
 * docs/method.md says what each is.
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
 * @typedef {object} Finding one thing that went wrong with one message
 * @property {(typeof FINDING_COUNTS)[FindingCount]['kinds'][number]} kind
 * @property {number | null} id
 * @property {string} clientId
 * @property {string} [receiver]
 * @property {number} [receivers] how many had it alike, where it stands for more than one
 *
 * @typedef {ReturnType<typeof audit>} Audit
 */

/**
 * Says what became of every message at every receiver.
 * @param {import('./ledger.js').LedgerRecord} ledger
 * @param {import('./ledger.js').ReceivedMessage[] | null} [store] its messages, where it was read
 * @param {Map<string, number>} [weights] for how many receivers with the same arrivals a receiver stands; 1 if absent
 * @returns counts as docs/method.md names them, and every finding, once for receivers that share their arrivals
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
    const had = checkReceived(name, receiver, ledger.clientIds, ids, findings);
    const readIds = new Set(receiver.caughtUp);
    for (const [clientId, message] of Object.entries(ledger.messages)) {
      const id = ids.get(clientId);
      if (id === undefined || !wasThere(receiver, message, readIds.has(id))) continue;
      dueDeliveries += weight(name);
      if (had.has(id) || (readIds.has(id) && !joinedThroughout(receiver, message))) continue;
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
 * The id of each stored message: from the store where it was read, else from acks and deliveries.
 * @param {import('./ledger.js').LedgerRecord} ledger @param {import('./ledger.js').ReceivedMessage[] | null} store
 * @param {Finding[]} findings
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
 * Names what came twice, late, changed or under another message's id at one receiver.
 * @param {string} name
 * @param {import('./ledger.js').Receiver} receiver
 * @param {Record<string, string>} clientIds by id
 * @param {Map<string, number>} ids each message's own @param {Finding[]} findings
 * @returns {Set<number>} the ids that came, each as its own message's
 */
function checkReceived(name, { received, otherClientIds, altered }, clientIds, ids, findings) {
  const changed = new Set(altered);
  /** @type {Set<number>} */
  const had = new Set();
  let highest = 0;
  for (const [place, id] of received.entries()) {
    const clientId = otherClientIds[place] ?? clientIds[id] ?? '';
    const finding = { id, clientId, receiver: name };
    if (changed.has(place)) findings.push({ kind: 'altered', ...finding });
    if ((ids.get(clientId) ?? id) !== id) {
      findings.push({ kind: 'wrong id', ...finding });
      continue;
    }
    if (had.has(id)) findings.push({ kind: 'duplicated', ...finding });
    else if (id < highest) findings.push({ kind: 'out of order', ...finding });
    had.add(id);
    highest = Math.max(highest, id);
  }
  return had;
}

/**
 * Decides whether a receiver counts for a message. It does if it was joined throughout the message's life. It also does
 * if it came back from a break during that life: then it has to have read the message from the store.
 * @param {import('./ledger.js').Receiver} receiver @param {import('./ledger.js').SentMessage} message
 * @param {boolean} hasRead
 */
function wasThere(receiver, message, hasRead) {
  return hasRead || joinedThroughout(receiver, message) || cameBackAfter(receiver, message);
}

/** @param {import('./ledger.js').Receiver} receiver @param {import('./ledger.js').SentMessage} message */
function joinedThroughout({ stays }, { sentAt, ackedAt }) {
  const until = (ackedAt ?? sentAt) + LIFE_AFTER_ACK_MS;
  return stays.some(({ from, to }) => from <= sentAt && (to === null || to >= until));
}

/** @param {import('./ledger.js').Receiver} receiver @param {import('./ledger.js').SentMessage} message */
function cameBackAfter({ stays }, { sentAt, ackedAt }) {
  const until = (ackedAt ?? sentAt) + LIFE_AFTER_ACK_MS;
  return stays.length > 1 && stays[0].from <= sentAt && (stays.at(-1)?.to ?? Infinity) >= until;
}
