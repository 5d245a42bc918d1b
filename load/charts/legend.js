import { element } from './element.js';
import { DASHES } from './looks.js';
import { valueText } from './numbers.js';
import { outline } from './shapes.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The names of a chart's lines, each with a sample of its own line, its value where the cursor is, and a button's ways: pressed, it hides the line.
 * @param {import('./alignedPoints.js').Line[]} lines
 * @param {(place: number, shown: boolean) => void} show
 */
export function legend(lines, show) {
  const where = element('span', { class: 'chart-where' });
  const items = lines.map(({ name, look }, place) => {
    const value = element('span', { class: 'chart-value' });
    const swatch = sample(look);
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
function sample({ colour, dash = 'solid', shape, hollow, width = 2 }) {
  const svg = document.createElementNS(SVG, 'svg');
  const set = (/** @type {Element} */ node, /** @type {Record<string, string>} */ attributes) => {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  };
  set(svg, { class: 'chart-sample', viewBox: '0 0 32 12', 'aria-hidden': 'true' });
  svg.style.color = `var(${colour})`;
  const line = document.createElementNS(SVG, 'path');
  set(line, { d: 'M0 6H32', stroke: 'currentColor', 'stroke-width': String(width) });
  set(line, { 'stroke-dasharray': DASHES[dash].join(' ') });
  svg.append(line);
  if (shape) {
    const point = document.createElementNS(SVG, 'path');
    set(point, { d: outline(shape, 16, 6, 4), stroke: 'currentColor', 'stroke-width': '1.5' });
    set(point, hollow ? { class: 'chart-hollow' } : { fill: 'currentColor' });
    svg.append(point);
  }
  return svg;
}
