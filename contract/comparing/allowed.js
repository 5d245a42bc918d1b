/** @type {string[]} the sentences of the contract, or parts of them, that let something differ */
export const allowed = [];

/**
 * A rule of the comparison, beside the sentence that it rests on (contract/test/comparing.test.js looks it up).
 * @template T @param {string} sentence @param {T} rule @returns {T}
 */
export function allow(sentence, rule) {
  allowed.push(sentence);
  return rule;
}
