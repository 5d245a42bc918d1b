import { verdict } from '../runRecord/verdict.js';

/**
 * An audit's counts, as they stand in a run record.
 * @param {import('./audit.js').Audit} audit
 */
export function auditCounts(audit) {
  return {
    acknowledged: audit.acked,
    stored: audit.stored,
    due: audit.expected,
    delivered: audit.delivered,
    lostDeliveries: audit.lost,
    duplicated: audit.duplicated,
    outOfOrder: audit.outOfOrder,
    wrongIds: audit.wrongIds,
    altered: audit.altered,
    falseAcks: audit.falseAcks,
  };
}

/**
 * Whether each kind of fault is absent, as verdicts of a run record.
 * @param {import('./audit.js').Audit} audit
 */
export function auditVerdicts(audit) {
  const named = {
    lost: audit.lost,
    duplicated: audit.duplicated,
    'out of order': audit.outOfOrder,
    'wrong ids': audit.wrongIds,
    altered: audit.altered,
    'false acks': audit.falseAcks,
  };
  return Object.entries(named).map(([name, value]) => verdict(name, value));
}
