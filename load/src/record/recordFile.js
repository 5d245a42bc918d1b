/**
 * Where a run's record lies in its folder: a later run of the same load takes its place.
 * @param {{kind: string, client: {name: string}, plan: {target: string, users: number, rate?: number,
 *   workload?: string, request?: string, fault?: string, seconds?: number, repetition?: number}}} run
 * @returns {string}
 */
export function recordFile({ kind, plan, client }) {
  const { target, users, rate, workload, request, fault, seconds, repetition = 1 } = plan;
  const load = [
    `${users}users`,
    rate && `${Number(rate.toFixed(1))}per-s`,
    workload !== kind && workload,
    ...[request, fault],
    seconds && `${seconds}s`,
  ];
  const words = [kind, target, ...load, client.name, repetition].filter(Boolean);
  return `${words.join('-').replace(/[^A-Za-z0-9.-]+/g, '_')}.json`;
}
