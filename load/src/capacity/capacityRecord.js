/** @typedef {import('../record/runRecord.js').RunRecord} RunRecord */

/**
 * The answer of a search, as the record of one run.
 * @param {RunRecord} run at the level that it answers with @param {string} answer in a sentence
 * @returns {RunRecord}
 */
export const capacityRecord = (run, answer) => ({ ...run, kind: 'capacity', notes: [answer] });
