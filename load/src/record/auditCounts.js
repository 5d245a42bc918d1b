import { verdict } from './verdict.js';

/**
 * An audit's counts, as they stand in a run record.
 * @param {import('../ledger/audit.js').Audit} audit
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

/** Verdicts by name, and the count that each is of. @satisfies {Record<string, keyof import('../ledger/audit.js').Audit>} */
const FAULTS = /** @type {const} */ ({
  'lost deliveries': 'lost',
  duplicated: 'duplicated',
  'out of order': 'outOfOrder',
  'wrong ids': 'wrongIds',
  altered: 'altered',
  'false acks': 'falseAcks',
});

export const AUDIT_VERDICTS = Object.keys(FAULTS);

/**
 * Whether each kind of fault is absent, as verdicts of a run record.
 * @param {import('../ledger/audit.js').Audit} audit
 */
export const auditVerdicts = (audit) => Object.entries(FAULTS).map(([name, count]) => verdict(name, audit[count]));
