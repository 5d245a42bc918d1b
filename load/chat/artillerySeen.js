import { intendedAtOf } from '../ledger/clientIds.js';
import { senderTraffic } from '../ledger/traffic.js';

/**
 * What Artillery's users saw. How late its event loops ran it does not tell.
 * @param {object} run
 * @param {import('../ledger/ledger.js').LedgerRecord} run.ledger of all workers together
 * @param {import('../ledger/audit.js').Audit} run.audit
 * @param {import('../sampler/sampler.js').Samples} run.samples
 * @param {number} run.seconds
 * @returns {import('../runRecord/chatRecord.js').ChatSeen} begun with the first message that was to be sent, or now where there was none
 */
export function artillerySeen({ ledger, audit, samples, seconds }) {
  const first = Object.keys(ledger.messages).reduce((least, id) => Math.min(least, intendedAtOf(id)), Infinity);
  const startAt = Number.isFinite(first) ? first : Date.now();
  return {
    startAt,
    ledger,
    audit,
    joined: audit.users,
    storeUnread: audit.stored === null ? 'it could not be read' : null,
    ends: Array.from({ length: audit.errors.disconnected ?? 0 }, () => 'disconnected'),
    traffic: senderTraffic(ledger.messages, startAt, seconds),
    samples,
    loopDelayP99Ms: null,
    loopDelays: [],
  };
}
