/**
 * Where a run's record lies in its folder: a later run of the same load takes its place.
 * @param {{kind: string, plan: {target: string, users: number, rate?: number, inFlight?: number, scenario?: string, workload?: string, fault?: string,
 *   seconds?: number, repetition?: number}, client: {name: string}}} record
 * @returns {string}
 */
export function recordFile({ kind, plan, client }) {
  const { target, users, rate, inFlight, workload, fault, seconds, repetition = 1 } = plan;
  const scenario = plan.scenario ?? (kind === 'http' ? workload : undefined);
  const load = [
    `${users}users`,
    rate ? `${Number(rate.toFixed(1))}per-s` : '',
    inFlight ? `${inFlight}in-flight` : '',
    scenario ?? '',
    fault ?? '',
    seconds ? `${seconds}s` : '',
  ];
  const words = [kind, target, ...load, client.name, repetition].filter((word) => word !== '');
  return `${words.join('-').replace(/[^A-Za-z0-9.-]+/g, '_')}.json`;
}
