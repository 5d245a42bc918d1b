import { unsent } from './resultTable.js';

/** @typedef {import('../ledger/audit.js').Audit} Audit */

/**
 * @typedef {object} Thresholds  the most there may be, for each target; a name left out is not checked
 * @property {number} [lost] @property {number} [duplicated] @property {number} [outOfOrder]
 * @property {number} [wrongIds] @property {number} [altered] @property {number} [falseAcks]
 * @property {number} [errors] of all codes together
 * @property {number} [missingUsers]
 * @property {number} [unsent] messages of the plan that the load client never sent
 * @property {number} [ackP95] @property {number} [deliveryP95] ms
 */

/** @type {Record<keyof Thresholds, {label: string, of: (audit: Audit, plan: {users: number, messages: number}) => number | null}>} null: nothing there to measure */
const MEASURES = {
  lost: { label: 'lost', of: ({ lost }) => lost },
  duplicated: { label: 'duplicated', of: ({ duplicated }) => duplicated },
  outOfOrder: { label: 'out of order', of: ({ outOfOrder }) => outOfOrder },
  wrongIds: { label: 'pushed under a wrong id', of: ({ wrongIds }) => wrongIds },
  altered: { label: 'altered', of: ({ altered }) => altered },
  falseAcks: { label: 'falsely acknowledged', of: ({ falseAcks }) => falseAcks },
  errors: { label: 'errors', of: ({ errors }) => Object.values(errors).reduce((sum, times) => sum + times, 0) },
  missingUsers: { label: 'missing users', of: (audit, { users }) => users - audit.users },
  unsent: { label: 'messages unsent by the load client', of: unsent },
  ackP95: { label: 'ms of ack p95', of: ({ ack }) => (ack.count > 0 ? ack.p95 : null) },
  deliveryP95: { label: 'ms of delivery p95', of: ({ delivery }) => (delivery.count > 0 ? delivery.p95 : null) },
};

/**
 * @param {Audit[]} audits @param {{users: number, messages: number}} plan @param {Thresholds} thresholds
 * @returns {string[]} a line for each that is broken
 * @throws {Error} where a threshold has a name that nothing measures, so that a misspelt one cannot pass
 */
export function brokenThresholds(audits, plan, thresholds) {
  // What nobody could look up cannot count as kept.
  const unread = audits.filter(({ stored }) => stored === null);
  const broken = unread.map(({ target }) => `${target}: its store could not be read, so nobody knows what it kept.`);
  for (const [name, most] of Object.entries(thresholds)) {
    const measure = MEASURES[/** @type {keyof Thresholds} */ (name)];
    if (!measure) throw new Error(`chat.yml has a threshold "${name}"; there are ${Object.keys(MEASURES).join(', ')}.`);
    for (const audit of audits) {
      const value = measure.of(audit, plan);
      if (value === null) broken.push(`${audit.target}: no ${measure.label} was measured.`);
      else if (!(value <= most))
        broken.push(`${audit.target}: ${Math.round(value)} ${measure.label}, allowed are ${most}.`);
    }
  }
  return broken;
}
