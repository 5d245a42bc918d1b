import { lookOfTarget } from '../charts/looks.js';
import { Latencies } from '../ledger/latencies.js';
import { formOf } from '../runRecord/kinds.js';
import { LOGARITHMIC } from './chartsOverUsers.js';
import { loadOf } from './cells.js';
import { cellsByLine } from './lines.js';

/** @typedef {import('./cells.js').Cell} Cell */

// The least latency of all says nothing, and would take half of the axis.
const PERCENTILES = [10, 25, 50, 75, 90, 95, 98, 99, 99.5, 99.8, 99.9, 99.95, 99.99];
const TICKS = [10, 50, 90, 99, 99.9, 99.99];
// More loads than that are not looked at one by one.
const LOADS = 3;

const TITLES = { ack: 'Ack', delivery: 'Delivery', request: 'Request' };

/** @type {Record<import('../runRecord/kinds.js').Form, Array<keyof typeof TITLES>>} */
const HISTOGRAMS = { chat: ['ack', 'delivery'], flood: ['request'], connections: [], faults: [] };

/**
 * Latency over percentiles at the least, the middle and the greatest load that most targets had.
 * @param {Cell[]} cells of one kind
 * @returns {import('./chartsOverUsers.js').ChartData[]}
 */
export function percentileCharts(cells) {
  const loads = [...Map.groupBy(cells, loadOf).values()];
  const widest = Math.max(...loads.map(({ length }) => length));
  const shared = spread(loads.filter(({ length }) => length === widest));
  const names = HISTOGRAMS[formOf(cells[0].kind)];
  const lineNames = new Map([...cellsByLine(cells)].flatMap(([line, own]) => own.map((cell) => [cell, line])));
  return shared.flatMap((same) => names.flatMap((name) => chart(same, name, lineNames)));
}

/** @param {Cell[]} cells of one load @param {keyof typeof TITLES} name @param {Map<Cell, string>} lineNames @returns {import('./chartsOverUsers.js').ChartData[]} */
function chart(cells, name, lineNames) {
  const lines = cells.flatMap((cell) => {
    const points = curve(cell, name);
    return points.length === 0 ? [] : [{ name: lineNames.get(cell) ?? '', look: lookOfTarget(cell.target), points }];
  });
  if (lines.length === 0) return [];
  const bound = cells.filter(({ boundBy }) => boundBy.length > 0).map(({ title }) => title);
  return [
    {
      lines,
      options: {
        title: `${TITLES[name]} at ${loadOf(cells[0])}`,
        ...(bound.length > 0 && { lead: `The load client set the figures of ${bound.join(' and ')}.` }),
        x: { label: 'percentile', scale: 'percentile', ticks: TICKS },
        y: { label: 'ms', scale: 'log', note: LOGARITHMIC },
        together: 'percentiles',
      },
    },
  ];
}

/**
 * @param {Cell} cell @param {string} name of a histogram
 * @returns {import('../charts/alignedPoints.js').Point[]} of all its runs together, as far as so many values tell
 */
function curve({ runs, boundBy }, name) {
  const all = new Latencies();
  for (const { histograms } of runs) if (histograms[name]) all.add(Latencies.fromJSON(histograms[name]));
  return PERCENTILES.filter((percentile) => all.count * (1 - percentile / 100) >= 1).map((percentile) => ({
    x: percentile,
    // The least value that a logarithmic axis can show is above zero.
    y: Math.max(0.001, all.percentile(percentile)),
    ...(boundBy.length > 0 && { bound: true }),
  }));
}

/** @template T @param {T[]} all rising @returns {T[]} the first, the middle and the last */
function spread(all) {
  if (all.length <= LOADS) return all;
  return [all[0], all[Math.floor(all.length / 2)], all[all.length - 1]];
}
