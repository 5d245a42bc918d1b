import { svgOf } from '../../load/src/report/svg.js';
import { knownTarget } from '../../load/src/server/targets.js';

const OTHERS = ['#2f5aa6', '#923a76', '#136a78', '#55600d'];
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'pin'];
// More points than these run into one another, and say no more than the line.
const POINTS_WITH_SYMBOLS = 25;

/**
 * The pictures of a run, made of its own points.
 * @param {import('./course.js').NumberedLab} lab @param {Pick<import('./runLab.js').LabRecord, 'series'>} run
 * @returns {Array<{file: string, title: string, svg: string}>} file: its name in docs/labs
 */
export function picturesOf(lab, { series }) {
  return lab.charts.map(({ key, title, x, y, lines }) => ({
    file: `${lab.id}-${key}.svg`,
    title,
    svg: svgOf(
      {
        ...{ id: key, title, study: false },
        ...{ x: { name: x.label, log: x.scale === 'log' }, y: { name: y.label, log: y.scale === 'log' } },
        lines: lines.map(({ key: line, name, target, dashed }, place) => {
          const points = series[key]?.[line] ?? [];
          return {
            ...{ name, dashed, points, colour: knownTarget(target)?.look.colour ?? OTHERS[place % OTHERS.length] },
            symbol: points.length > POINTS_WITH_SYMBOLS ? 'none' : SYMBOLS[place % SYMBOLS.length],
          };
        }),
      },
      { width: 880, height: 440 },
    ),
  }));
}
