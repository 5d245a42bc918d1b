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
  const metric = kind === 'flood' ? 'requestsPerSecond' : 'ackP95';
  const traffic = chartsOverUsers(cells, 'traffic');
  const lead = levels > 1 ? (kind === 'flood' ? traffic : latency)[0] : (percentiles[0] ?? traffic[0]);
  return {
    kind,
    title: TITLES[kind],
    ranking: ranking(cells, metric),
    lead,
    table: resultTable(cells),
    traffic,
    latency,
    percentiles,
    cost: chartsOverUsers(cells, 'cost'),
    models: modelsTable(cells),
    ledger: ledgerTable(cells),
  };
}

const TITLES = { messages: 'Messages', chat: 'Chatting', fanout: 'Fan-out', flood: 'Floods', live: 'Live' };
