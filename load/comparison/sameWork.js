import { formOf } from '../runRecord/kinds.js';

/** @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord */

/** What has to be alike, or the difference may be of that. @type {Array<[string, (run: RunRecord) => unknown]>} */
const ALIKE = [
  ['machine', ({ client }) => client.machine],
  ['kind of load', ({ kind }) => kind],
  ['target', ({ plan }) => plan.target],
  ['seconds', ({ plan, seconds }) => plan.seconds ?? seconds],
  ['warm-up', ({ plan }) => plan.warmUpSeconds],
  ['load client', ({ client }) => client.name],
  ['load hosts', ({ client }) => client.agents?.map(({ name }) => name).join(', ') ?? 'one'],
  ['runtime of the load client', ({ client }) => client.runtime],
  ['database', ({ server }) => server.database],
  ['server started for each run', ({ server }) => server.fresh],
  ['rate limits', ({ server }) => server.rateLimits],
];

/**
 * @param {RunRecord[]} a @param {RunRecord[]} b
 * @returns {string[]} what is not alike in all of them
 */
export function differences(a, b) {
  return ALIKE.flatMap(([name, of]) => {
    const [as, bs] = [a, b].map((runs) => [...new Set(runs.map((run) => String(of(run) ?? 'not told')))].sort());
    if (as.length === 1 && bs.length === 1 && as[0] === bs[0]) return [];
    const [one, other] = [as.join(' and '), bs.join(' and ')];
    return [`${name}: ${one === other ? one : `${one} against ${other}`}`];
  });
}

/** @param {RunRecord} run @returns {string} runs that may be put beside each other have the same */
export function loadKey({ kind, plan }) {
  return JSON.stringify([formOf(kind), plan.users, plan.rate ?? null, plan.fault ?? null]);
}
