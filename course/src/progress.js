import { valueText } from '../../load/src/record/numbers.js';

const LEVELS = '▁▂▃▄▅▆▇█';
const SHOWN = 40;
const CLEAR_LINE = '\r\u001b[K';

/**
 * Shows a lab in the terminal while it runs: a line for each step, and below it the points of the line that is drawn, where somebody looks.
 * @param {import('./lab.js').Lab} lab
 * @param {NodeJS.WriteStream} out
 * @returns {{tell: (event: import('./runLab.js').LabEvent) => void, end: () => void}}
 */
export function progressOf(lab, out) {
  /** @type {Map<string, number[]>} */
  const seen = new Map();
  const clear = () => out.isTTY && out.write(CLEAR_LINE);
  return {
    tell(event) {
      if ('step' in event) {
        clear();
        seen.clear();
        out.write(`${event.at.toFixed(1).padStart(6)} s  ${event.step}\n`);
        return;
      }
      const { chart, line, y } = event.point;
      if (!out.isTTY || y === null) return;
      const key = `${chart} ${line}`;
      const values = [...(seen.get(key) ?? []), y].slice(-SHOWN);
      seen.set(key, values);
      const { lines, y: axis } = /** @type {import('./lab.js').Chart} */ (lab.charts.find((one) => one.key === chart));
      const name = lines.find((one) => one.key === line)?.name ?? line;
      const text = `          ${sparkline(values)} ${valueText(y)}  ${axis.label}, ${name}`;
      out.write(CLEAR_LINE + text.slice(0, (out.columns ?? 80) - 1));
    },
    end: clear,
  };
}

/** @param {number[]} values @returns {string} a bar of text for each, from zero to the greatest */
function sparkline(values) {
  const most = Math.max(...values);
  return values
    .map((value) => LEVELS[most > 0 ? Math.round((Math.max(0, value) / most) * (LEVELS.length - 1)) : 0])
    .join('');
}
