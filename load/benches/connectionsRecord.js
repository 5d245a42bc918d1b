import { clientFacts, descriptorLimit } from '../runRecord/clientFacts.js';
import { verdict } from '../runRecord/verdict.js';

/**
 * What joining cost a server, as a run record.
 * @param {object} run
 * @param {string} run.command
 * @param {{target: string, users: number}} run.plan
 * @param {import('../runRecord/serverFacts.js').MeasuredServer} run.server
 * @param {number} run.pid of the server
 * @param {import('./benchConnections.js').ConnectionsResult} run.measured
 * @param {import('./benchConnections.js').ConnectionsResult | null} run.baseline the null server's
 */
export function connectionsRecord({ command, plan, server, pid, measured, baseline }) {
  const { receivers: joined, before, after, client, startedAt, seconds } = measured;
  const { cpuCores, loopDelayP99Ms, bound } = client;
  const serverCores = (measured.serverSecondsEach * joined) / seconds;
  return {
    format: 'chat-load-run/1',
    kind: 'connections',
    command,
    startedAt: new Date(startedAt).toISOString(),
    seconds,
    plan: { ...plan, seconds },
    client: {
      ...{ name: 'raw', ...clientFacts(), processes: 1, cpuCores, rssMb: null, loopDelayP99Ms },
      ...{ bound, boundBy: bound ? ['CPU'] : [] },
    },
    server: {
      ...{ ...server, descriptors: descriptorLimit(pid) },
      parts: { server: { cpuCores: serverCores, rssMb: after.rssMb, pssMb: after.pssMb } },
    },
    counts: {
      ...{ joined, notJoined: measured.failed, broken: measured.ends.length },
      joinsPerSecond: measured.joinsPerSecond,
      kilobytesEach: measured.kilobytesEach,
      serverMsEachJoin: measured.serverSecondsEach * 1000,
      wireMegabytes: measured.wireMegabytes,
      rssMbBefore: before.rssMb,
      ...(baseline && {
        nullKilobytesEach: baseline.kilobytesEach,
        nullJoinsPerSecond: baseline.joinsPerSecond,
        timesNullKilobytes: measured.kilobytesEach / baseline.kilobytesEach,
      }),
    },
    histograms: {},
    latencies: {},
    series: [],
    verdicts: [
      verdict('users that did not join', measured.failed),
      verdict('connections that broke', measured.ends.length),
    ],
    ...(measured.why !== null && { notes: [measured.why] }),
  };
}
