import { formOf, KINDS } from '../runRecord/kinds.js';
import { cellsOf } from './cells.js';
import { chartsOverUsers } from './chartsOverUsers.js';
import { percentileCharts } from './percentileCharts.js';
import { ranking } from './ranking.js';
import { sentence } from './sentence.js';
import { commandsOf, ledgerTable, modelsTable, provenanceTable, resultTable, warningsOf } from './tables.js';
import { timelineCharts } from './timelineCharts.js';

/**
 * @typedef {import('./chartsOverUsers.js').ChartData} ChartData
 * @typedef {import('./tables.js').Table} Table
 * @typedef {ReturnType<typeof reportOf>} Report
 */

/**
 * All that a report says, whatever form it is written in.
 * @param {import('../runRecord/runRecord.js').RunRecord[]} records at least one
 */
export function reportOf(records) {
  const cells = cellsOf(records);
  const kinds = [...Map.groupBy(cells, ({ kind }) => kind).values()].map(kindOf);
  return {
    cells,
    sentence: sentence(cells),
    runs: records.length,
    from: records.map(({ startedAt }) => startedAt).sort()[0],
    machines: [...new Set(records.map(({ client }) => client.machine))],
    warnings: warningsOf(cells),
    kinds,
    timelines: cells.flatMap((cell) =>
      cell.runs.map((run) => ({ run, cell, charts: timelineCharts(run, `run-${records.indexOf(run)}`) })),
    ),
    provenance: provenanceTable(cells),
    commands: commandsOf(cells),
  };
}

/** @param {import('./cells.js').Cell[]} cells of one kind */
function kindOf(cells) {
  const [{ kind }] = cells;
  const levels = new Set(cells.map(({ users }) => users)).size;
  const latency = chartsOverUsers(cells, 'latency');
  const percentiles = percentileCharts(cells);
  const form = formOf(kind);
  const metric = RANKED[form];
  const traffic = chartsOverUsers(cells, 'traffic');
  const cost = chartsOverUsers(cells, 'cost');
  const overUsers = { chat: latency, flood: traffic, connections: cost, faults: [] }[form][0];
  const lead = levels > 1 ? overUsers : (percentiles[0] ?? traffic[0]);
  return {
    kind,
    title: KINDS[kind].title,
    ranking: metric ? ranking(cells, metric) : '',
    lead,
    table: resultTable(cells),
    traffic,
    latency,
    percentiles,
    cost,
    models: form === 'chat' || form === 'flood' ? modelsTable(cells) : null,
    ledger: ledgerTable(cells),
  };
}

/** What targets are ranked by; null: nothing. @type {Record<import('../runRecord/kinds.js').Form, string | null>} */
const RANKED = { chat: 'ackP95', flood: 'requestsPerSecond', connections: 'kilobytesEach', faults: null };
