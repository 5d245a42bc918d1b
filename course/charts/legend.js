import { element, svgElement } from './element.js';
import { DASHES } from './looks.js';
import { valueText } from '../../load/src/record/numbers.js';
import { outline } from './shapes.js';

/**
 * The names of a chart's lines, each with a sample of its own line, its value where the cursor is, and a button's
 * ways: pressed, it hides the line.
 * @param {import('./alignedPoints.js').Line[]} lines
 * @param {(place: number, shown: boolean) => void} show
 */
export function legend(lines, show) {
  const where = element('span', { class: 'chart-where' });
  const items = lines.map(({ name, look }, place) => {
    const value = element('span', { class: 'chart-value' });
    const swatch = lineSample(look);
    const button = element('button', { type: 'button', class: 'chart-line', 'aria-pressed': 'true' }, [
      swatch,
      element('span', {}, [name]),
      value,
    ]);
    button.addEventListener('click', () => {
      const shown = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(shown));
      show(place, shown);
    });
    return { button, swatch, value };
  });
  return {
    root: element('div', { class: 'chart-legend' }, [...items.map(({ button }) => button), where]),
    /** @param {number} place */
    isShown: (place) => items[place].button.getAttribute('aria-pressed') === 'true',
    /** @param {number} place @returns {string} the line's colour as it is now: light, dark, on paper or forced */
    colour: (place) => getComputedStyle(items[place].swatch).color,
    /** @param {string} text where the cursor is @param {Array<number | null | undefined>} values of each line there */
    tell(text, values) {
      where.textContent = text;
      for (const [place, { value }] of items.entries()) {
        value.textContent = text === '' || values[place] === undefined ? '' : valueText(values[place]);
      }
    },
  };
}

/** @param {import('./looks.js').Look} look @returns {SVGElement} a piece of the line, with one of its points */
export function lineSample({ colour, dash = 'solid', shape, hollow, width = 2 }) {
  const stroke = { stroke: 'currentColor', 'stroke-width': String(width), 'stroke-dasharray': DASHES[dash].join(' ') };
  const parts = [svgElement('path', { d: 'M0 6H32', ...stroke })];
  if (shape) {
    /** @type {Record<string, string>} */
    const filling = hollow ? { class: 'chart-hollow' } : { fill: 'currentColor' };
    const outlined = { d: outline(shape, 16, 6, 4), stroke: 'currentColor', 'stroke-width': '1.5' };
    parts.push(svgElement('path', { ...outlined, ...filling }));
  }
  const svg = svgElement('svg', { class: 'chart-sample', viewBox: '0 0 32 12', 'aria-hidden': 'true' }, parts);
  svg.style.color = `var(${colour})`;
  return svg;
}
