import { METRICS } from '../runRecord/metrics.js';
import { spreadOf } from '../runRecord/spread.js';
import { failedVerdicts } from '../runRecord/verdict.js';

/** What stands in the tables. */
const COLUMNS = [
  'sent',
  'acknowledgedPerSecond',
  'errorPercent',
  'refused',
  'noAck',
  'lost',
  'ackP50',
  'ackP95',
  'ackP99',
  'deliveryP50',
  'deliveryP95',
  'deliveryP99',
  'lateP95',
  'serverCpuPercent',
  'serverMb',
  'databaseCpuPercent',
  'databaseMb',
  'clientCpuPercent',
  'clientLoopDelayP99',
];

/** @typedef {ReturnType<typeof import('../runRecord/chatRecord.js').chatRecord>} LevelRecord */
/** @typedef {import('../runRecord/spread.js').Spread} Spread */

/**
 * The repetitions of one level as one row.
 * @param {LevelRecord[]} records at least one, all of one target, level and client
 */
export function summaryOf(records) {
  const [{ plan, client, server, command }] = records;
  const spreads = COLUMNS.flatMap((name) => {
    const values = records.flatMap((record) => METRICS[name].of(record) ?? []);
    return values.length === 0 ? [] : [[name, spreadOf(values)]];
  });
  const faulty = records.flatMap((record) => failedVerdicts(record).map(({ name }) => name));
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
