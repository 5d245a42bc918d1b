import { chartOf } from '../../charts/chartOf.js';
import { element, svgElement } from '../../charts/element.js';
import { lineSample } from '../../charts/legend.js';
import { lookOfTarget, variant } from '../../charts/looks.js';
import { outline } from '../../charts/shapes.js';
import { PANELS, panelsFor } from './figures.js';

/** @param {string} target @returns {SVGElement} its shape in its colour */
export function signOf(target) {
  const { colour, shape } = lookOfTarget(target);
  const path = svgElement('path', { d: outline(shape ?? 'circle', 10, 10, 8), fill: 'currentColor' });
  const svg = svgElement('svg', { viewBox: '0 0 20 20', class: 'sign', 'aria-hidden': 'true' }, [path]);
  svg.style.color = `var(${colour})`;
  return svg;
}

/**
 * The panels of a run: a figure of each target, and its line.
 * @param {HTMLElement} into @param {Array<{name: string, title: string}>} targets
 */
export function panels(into, targets) {
  const made = panelsFor(targets.map(({ name }) => name)).map((key) => onePanel(into, PANELS[key], targets));
  return {
    /** @param {import('./model.js').Model} model */
    update(model) {
      for (const panel of made) panel.update(model);
    },
    destroy() {
      for (const panel of made) panel.destroy();
      into.replaceChildren();
    },
  };
}

/**
 * @param {HTMLElement} into
 * @param {import('./figures.js').Panel} panel
 * @param {Array<{name: string, title: string}>} targets
 */
function onePanel(into, { title, unit, value, curve, text, scale, bad }, targets) {
  const looks = targets.map(({ name }, place) => variant(lookOfTarget(name), place));
  const figures = targets.map(({ title: of }, place) => {
    const figure = element('output', { class: 'figure', 'aria-label': `${title}, ${of}` }, ['–']);
    return { figure, row: element('p', { class: 'figure-row' }, [lineSample(looks[place]), figure]) };
  });
  const area = element('div', { class: 'panel-chart' }, [
    ...(curve ? [element('p', { class: 'curve' }, [`curve: ${curve}`])] : []),
  ]);
  const root = element('section', { class: 'panel' }, [
    element('h2', {}, [title, ' ', element('span', { class: 'unit' }, [unit])]),
    element(
      'div',
      { class: 'figure-rows' },
      figures.map(({ row }) => row),
    ),
    area,
  ]);
  into.append(root);
  const lines = (/** @type {import('./model.js').Model} */ { rows }) =>
    targets.map(({ name, title: of }, place) => ({
      name: of,
      look: { ...looks[place], shape: null },
      points: (rows[name] ?? []).map((row) => ({ x: row.second, y: drawable(value(row), scale) })),
    }));
  const chart = chartOf(area, lines({ run: null, rows: {} }), {
    title: curve ? `${title}: ${curve}` : title,
    x: { label: 's' },
    y: { label: unit, ...(scale && { scale, note: 'Logarithmic: from a tenth of a ms to seconds in one picture.' }) },
    height: 'fill',
    together: 'live',
    bare: true,
  });
  return {
    /** @param {import('./model.js').Model} model */
    update(model) {
      chart.update(
        lines(model),
        (model.run?.marks ?? []).map(({ second, label }) => ({ x: second, label })),
      );
      for (const [place, { figure }] of figures.entries()) {
        const row = shownRow(model, targets[place].name);
        figure.textContent = row ? text(row) : '–';
        figure.toggleAttribute('data-bad', row !== undefined && (bad?.(row) ?? false));
      }
    },
    destroy: () => chart.destroy(),
  };
}

/** A logarithmic axis has no zero. @param {number | null} value @param {'log'} [scale] */
const drawable = (value, scale) => (scale === 'log' && value !== null && value <= 0 ? null : value);

/**
 * @param {import('./model.js').Model} model
 * @param {string} target
 * @returns {import('../server/rows.js').Row | undefined} its last second; after the end the whole run
 */
function shownRow({ run, rows }, target) {
  return run?.targets.find(({ name }) => name === target)?.end?.whole ?? rows[target]?.at(-1);
}
