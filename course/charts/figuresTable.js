import { element } from './element.js';
import { intervalText, valueText } from '../../load/src/record/numbers.js';

/**
 * The same figures as a table, closed at first: for those who do not see the chart, and those who want the numbers.
 * @param {() => {xLabel: string, lines: import('./alignedPoints.js').Line[], xs: number[], points: Array<Array<import('./alignedPoints.js').Point | undefined>>}} read what is drawn now
 * @returns {HTMLDetailsElement}
 */
export function figuresTable(read) {
  const details = element('details', { class: 'chart-figures' }, [element('summary', {}, ['Figures'])]);
  details.addEventListener('toggle', () => {
    details.querySelector('div')?.remove();
    if (details.open) details.append(element('div', { class: 'chart-scroll', tabindex: '0' }, [table(read())]));
  });
  return details;
}

/** @param {ReturnType<Parameters<typeof figuresTable>[0]>} drawn */
function table({ xLabel, lines, xs, points }) {
  const head = [xLabel, ...lines.map(({ name }) => name)].map((name) => element('th', { scope: 'col' }, [name]));
  const rows = xs.map((x, row) =>
    element('tr', {}, [
      element('th', { scope: 'row' }, [valueText(x)]),
      ...points.map((line) => element('td', line[row]?.bound ? { class: 'bound' } : {}, [cell(line[row])])),
    ]),
  );
  return element('table', {}, [element('thead', {}, [element('tr', {}, head)]), element('tbody', {}, rows)]);
}

/** @param {import('./alignedPoints.js').Point | undefined} point */
function cell(point) {
  if (!point) return '';
  const { y, least, greatest, bound } = point;
  const interval = least !== undefined && greatest !== undefined && intervalText({ least, greatest });
  return valueText(y) + (interval ? ` (${interval})` : '') + (bound ? ', client-bound' : '');
}
