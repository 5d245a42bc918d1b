import { lineChart } from '../reports/lineChart.js';

/** The colours of the pages; of anything else, in turn. @type {Record<string, string>} */
const COLOURS = { node: '#2b7a3d', laravel: '#c22f25', 'laravel-workers': '#8a4b00' };
const OTHERS = ['#2f5aa6', '#923a76', '#136a78', '#55600d'];
/** @type {import('../charts/looks.js').Shape[]} */
const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'cross'];

/**
 * The pictures of a run, made of its own points.
 * @param {import('./course.js').NumberedLab} lab @param {Pick<import('./runLab.js').LabRecord, 'series'>} run
 * @returns {Array<{file: string, title: string, svg: string}>} file: its name in docs/labs
 */
export function picturesOf(lab, { series }) {
  return lab.charts.map(({ key, title, x, y, lines }) => ({
    file: `${lab.id}-${key}.svg`,
    title,
    svg: lineChart({
      ...{ title, x: x.label, y: y.label, ticks: x.ticks },
      ...{ xScale: x.scale ?? 'linear', yScale: y.scale ?? 'linear' },
      lines: lines.map(({ key: line, name, target, dashed }, place) => ({
        ...{ name, dashed, shape: SHAPES[place % SHAPES.length], points: series[key]?.[line] ?? [] },
        colour: COLOURS[target] ?? OTHERS[place % OTHERS.length],
      })),
    }),
  }));
}
