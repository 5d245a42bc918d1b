/**
 * @param {ReturnType<typeof import('../../runRecord/chatRecord.js').chatRecord>} record
 * @returns {import('../server/rows.js').Row} a whole run as if it were one second: waiting are those that were never answered in time
 */
export function wholeRow({ seconds, counts, latencies, server, client, series }) {
  const most = (/** @type {'serverLoopLagMs' | 'workersBusy' | 'workersWaiting'} */ key) => {
    const seen = series.flatMap((second) => second[key] ?? []);
    return seen.length === 0 ? null : Math.max(...seen);
  };
  const { server: all } = server.parts;
  return {
    second: 0,
    span: seconds,
    sent: counts.sent,
    acknowledged: counts.acknowledged,
    refused: counts.refused,
    delivered: counts.delivered,
    ack: latencies.ack.count === 0 ? null : latencies.ack,
    delivery: latencies.delivery === undefined || latencies.delivery.count === 0 ? null : latencies.delivery,
    lost: counts.lost,
    waiting: counts.noAck,
    users: counts.joined,
    cpuCores: all?.cpuCores ?? null,
    memoryMb: all?.pssMb ?? all?.rssMb ?? null,
    clientCpuCores: client.cpuCores,
    loopLagMs: most('serverLoopLagMs'),
    workersBusy: most('workersBusy'),
    workersWaiting: most('workersWaiting'),
    bound: client.bound,
  };
}
