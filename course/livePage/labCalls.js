/**
 * The lab calls as a class is shown them: each is a button.
 * @typedef {object} LabCall
 * @property {string} key @property {string} what its name in an address @property {string} title
 * @property {string} about what to say of it @property {object} [body] beside the amount
 * @property {object} [amount] that is always the same; without one it takes as long as is chosen
 */

/** @type {LabCall[]} */
export const LAB_CALLS = [
  { key: 'cpu', what: 'cpu', title: 'Compute', about: 'keeps a processor busy' },
  { key: 'wait', what: 'wait', title: 'Wait', about: 'waits without a processor; on a loop by a timer' },
  {
    ...{ key: 'block', what: 'wait', title: 'Stand still', body: { blocking: true } },
    about: 'waits without a processor, and lets nobody else on',
  },
  { key: 'query', what: 'query', title: 'Query', about: 'waits for a slow query of the store' },
  { key: 'call', what: 'call', title: 'Call', about: 'waits for a slow call to another server' },
  {
    ...{ key: 'blocking-call', what: 'call', title: 'Blocking call', body: { blocking: true } },
    about: 'waits for a slow call, and lets nobody else on',
  },
  { key: 'hash', what: 'hash', title: 'Hash', amount: { cost: 10 }, about: 'a password, by bcrypt of cost 10' },
];

/** @param {unknown} key @returns {LabCall | undefined} */
export const labCall = (key) => LAB_CALLS.find((one) => one.key === key);

export const WHERE = /** @type {const} */ (['loop', 'worker']);

/** What a press may ask for at most. */
export const CALL_LIMITS = { ms: 10_000, times: 500, underWay: 2000 };

/** @param {LabCall} call @returns {boolean} whether it takes as long as is chosen */
export const takesTime = ({ amount }) => !amount;

/**
 * @param {LabCall} call @param {{where: string, ms: number, times: number}} press
 * @returns {string} its mark in the charts
 */
export function labelOf(call, { where, ms, times }) {
  const size = takesTime(call) ? ` ${ms / 1000} s` : '';
  return `${call.title}${size}${times > 1 ? ` × ${times}` : ''}, ${where === 'loop' ? 'loops' : 'workers'}`;
}
