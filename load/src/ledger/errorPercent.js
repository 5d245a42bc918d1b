import { intendedAtOf } from './clientIds.js';

/** @import { LedgerRecord, SentMessage } from './ledger.js' */
/** @import { Finding } from './audit.js' */

// Users do not wait longer than this after the intended time, so a later ack is an error.
const ACK_WITHIN_MS = 5000;

/**
 * Computes the study's error %, (refused + no ack in 5 s + lost) / sent, and its terms. A message counts once, under
 * the first of them.
 * @param {Record<string, SentMessage>} messages by clientId
 * @param {Finding[]} findings the audit's
 * @returns {{sent: number, refused: number, noAck: number, lost: number, errorPercent: number | null}} errorPercent:
 *   null if nothing was sent; lost: acknowledged within 5 s, and missing in the store or at a receiver where it was due
 */
export function errorPercent(messages, findings) {
  const losses = new Set(
    findings
      .filter(({ kind }) => kind === 'lost' || kind === 'acknowledged but not stored')
      .map(({ clientId }) => clientId),
  );
  const counts = { sent: 0, refused: 0, noAck: 0, lost: 0 };
  for (const [clientId, message] of Object.entries(messages)) {
    counts.sent++;
    if (!isInTime(clientId, message))
      counts[message.ackedAt === undefined && message.code !== undefined ? 'refused' : 'noAck']++;
    else if (losses.has(clientId)) counts.lost++;
  }
  const failedMessages = counts.refused + counts.noAck + counts.lost;
  return { ...counts, errorPercent: counts.sent === 0 ? null : (failedMessages / counts.sent) * 100 };
}

/**
 * Counts the messages without an answer in time as errors `ack_timeout`.
 * @param {LedgerRecord} ledger changes
 */
export function countMissingAcks({ messages, errors }) {
  const unanswered = Object.entries(messages).filter(
    ([clientId, message]) => message.code === undefined && !isInTime(clientId, message),
  );
  if (unanswered.length > 0) errors.ack_timeout = unanswered.length;
}

/** @param {string} clientId @param {SentMessage} message */
const isInTime = (clientId, { ackedAt = Infinity }) => ackedAt - intendedAtOf(clientId) <= ACK_WITHIN_MS;
