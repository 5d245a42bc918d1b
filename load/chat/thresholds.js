import { auditVerdicts } from '../ledger/auditCounts.js';
import { verdict } from '../runRecord/verdict.js';

/** @typedef {import('../ledger/audit.js').Audit} Audit */

/**
 * @typedef {object} Thresholds  the most there may be, for each target. Of the audit's counts, those left out must be
 *   0; of the others, those left out are not checked.
 * @property {number} [lost] @property {number} [duplicated] @property {number} [outOfOrder]
 * @property {number} [wrongIds] @property {number} [altered] @property {number} [falseAcks]
 * @property {number} [errors] of all codes together
 * @property {number} [errorPercent] refused, not acknowledged in 5 s, or lost, of what was sent
 * @property {number} [missingUsers]
 * @property {number} [unsent] messages of the plan that the load client never sent
 * @property {number} [ackP95] @property {number} [deliveryP95] ms
 *
 * @typedef {{audit: Audit, errorPercent: number, users: number, messages: number}} Seen of one target; users, messages:
 *   of the plan
 */

/**
 * @type {Record<keyof Thresholds, {name: string, of: (seen: Seen) => number | null}>} null: nothing there to measure
 */
const MEASURES = {
  missingUsers: { name: 'users that did not join', of: ({ audit, users }) => users - audit.users },
  errorPercent: { name: 'error %', of: ({ errorPercent }) => errorPercent },
  lost: { name: 'lost deliveries', of: ({ audit }) => audit.lost },
  duplicated: { name: 'duplicated', of: ({ audit }) => audit.duplicated },
  outOfOrder: { name: 'out of order', of: ({ audit }) => audit.outOfOrder },
  wrongIds: { name: 'wrong ids', of: ({ audit }) => audit.wrongIds },
  altered: { name: 'altered', of: ({ audit }) => audit.altered },
  falseAcks: { name: 'false acks', of: ({ audit }) => audit.falseAcks },
  errors: { name: 'errors', of: ({ audit }) => Object.values(audit.errors).reduce((sum, times) => sum + times, 0) },
  unsent: { name: 'unsent by the load client', of: ({ audit, messages }) => messages - audit.sent },
  ackP95: { name: 'ack p95, ms', of: ({ audit: { ack } }) => (ack.count > 0 ? ack.p95 : null) },
  deliveryP95: {
    name: 'delivery p95, ms',
    of: ({ audit: { delivery } }) => (delivery.count > 0 ? delivery.p95 : null),
  },
};

/**
 * The verdicts of a run of chat.yml on one target, for its record: table and report show these.
 * @param {Seen} seen @param {Thresholds} thresholds
 * @throws {Error} where a threshold has a name that nothing measures, so that a misspelt one cannot pass
 */
export function thresholdVerdicts(seen, thresholds) {
  const asked = Object.entries(thresholds).map(([name, most]) => {
    const measure = MEASURES[/** @type {keyof Thresholds} */ (name)];
    if (!measure) throw new Error(`chat.yml has a threshold "${name}"; there are ${Object.keys(MEASURES).join(', ')}.`);
    return verdict(measure.name, measure.of(seen), most);
  });
  return [
    ...asked,
    verdict('store unread', seen.audit.stored === null ? 1 : 0),
    ...auditVerdicts(seen.audit).filter(({ name }) => asked.every((one) => one.name !== name)),
  ];
}

const ENGINE_ERROR = 'errors.';

/**
 * Artillery's errors before the ledger listened, such as a failed connect. Artillery does not say of which target.
 * @param {Record<string, number>} counters Artillery's
 */
export const engineVerdicts = (counters) =>
  Object.entries(counters)
    .filter(([name]) => name.startsWith(ENGINE_ERROR))
    .map(([name, times]) => verdict(`Artillery's ${name.slice(ENGINE_ERROR.length)}`, times));
