/** @typedef {ReturnType<typeof import('../runRecord/chatRecord.js').chatRecord>} LevelRecord */
/** @typedef {{median: number, least: number, greatest: number}} Spread of the repetitions */

/** What stands in the tables, each metric by itself: the median of one has nothing to do with the run that another's is of. */
const METRICS = /** @type {Record<string, (record: LevelRecord) => number | null | undefined>} */ ({
  sent: ({ counts }) => counts.sent,
  acknowledgedPerSecond: ({ counts }) => counts.acknowledgedPerSecond,
  errorPercent: ({ counts }) => counts.errorPercent,
  refused: ({ counts }) => counts.refused,
  noAck: ({ counts }) => counts.noAck,
  lost: ({ counts }) => counts.lost,
  ackP50: ({ latencies }) => latencies.ack.p50,
  ackP95: ({ latencies }) => latencies.ack.p95,
  ackP99: ({ latencies }) => latencies.ack.p99,
  deliveryP50: ({ latencies }) => latencies.delivery.p50,
  deliveryP95: ({ latencies }) => latencies.delivery.p95,
  deliveryP99: ({ latencies }) => latencies.delivery.p99,
  lateP95: ({ latencies }) => latencies.sendLateness.p95,
  serverCpuPercent: ({ server }) => server.parts.server.cpuCores * 100,
  serverMb: ({ server }) => server.parts.server.pssMb,
  databaseCpuPercent: (record) => percentOf(databaseOf(record)?.cpuCores),
  databaseMb: (record) => databaseOf(record)?.pssMb,
  clientCpuPercent: ({ client }) => client.cpuCores * 100,
  clientLoopDelayP99: ({ client }) => client.loopDelayP99Ms,
});

/**
 * The repetitions of one level as one row.
 * @param {LevelRecord[]} records at least one, all of one target, level and client
 */
export function summaryOf(records) {
  const [{ plan, client, server, command }] = records;
  const spreads = Object.entries(METRICS).flatMap(([name, of]) => {
    const values = records.flatMap((record) => of(record) ?? []);
    return values.length === 0 ? [] : [[name, spreadOf(values)]];
  });
  const faulty = records.flatMap(({ verdicts }) => verdicts.filter(({ passed }) => !passed).map(({ name }) => name));
  return {
    users: plan.users,
    ratePerUser: plan.ratePerUser ?? plan.rate / plan.users,
    client: client.name,
    repetitions: records.length,
    seconds: plan.seconds,
    metrics: /** @type {Record<string, Spread>} */ (Object.fromEntries(spreads)),
    boundBy: [...new Set(records.flatMap((record) => record.client.boundBy))],
    bound: records.filter((record) => record.client.bound).length,
    verdicts: [...new Set(faulty)],
    command: command.replace(/--repetitions \d+/, `--repetitions ${records.length}`),
    commit: [...new Set(records.map((record) => record.client.commit))].join(', '),
    serverCommit: [...new Set(records.map((record) => record.server.commit ?? 'not told'))].join(', '),
    runtime: server.runtime,
    database: server.database,
    machine: client.machine,
    from: records.map(({ startedAt }) => startedAt).sort()[0],
    to: records.map(({ startedAt }) => startedAt).sort()[records.length - 1],
  };
}

/** @param {number[]} values @returns {Spread} */
export function spreadOf(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
  return { median, least: sorted[0], greatest: sorted[sorted.length - 1] };
}

/** @param {LevelRecord} record */
function databaseOf({ server: { parts } }) {
  const all = /** @type {Record<string, {cpuCores: number, pssMb: number | null} | undefined>} */ (parts);
  return all.mongo ?? all.mariadb;
}

/** @param {number | undefined} cores */
const percentOf = (cores) => (cores === undefined ? undefined : cores * 100);
