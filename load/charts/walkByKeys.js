import { setAttributes } from './element.js';

/**
 * Makes an area one that arrow keys walk along: a slider, to those who hear it.
 * @param {HTMLElement} area
 * @param {{label: string, count: () => number, go: (place: number) => void, textAt: (place: number) => string}} walk
 */
export function walkByKeys(area, { label, count, go, textAt }) {
  let place = -1;
  setAttributes(area, {
    ...{ role: 'slider', tabindex: '0', 'aria-label': label, 'aria-orientation': 'horizontal' },
    ...{ 'aria-valuemin': '0', 'aria-valuemax': String(Math.max(0, count() - 1)), 'aria-valuenow': '0' },
    'aria-valuetext': 'Arrow keys walk along the chart.',
  });

  area.addEventListener('keydown', (event) => {
    const last = count() - 1;
    const step = event.shiftKey ? 10 : 1;
    const next = { ArrowLeft: place - step, ArrowRight: place + step, Home: 0, End: last }[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    place = Math.min(last, Math.max(0, next));
    setAttributes(area, {
      'aria-valuemax': String(last),
      'aria-valuenow': String(place),
      'aria-valuetext': textAt(place),
    });
    go(place);
  });
}
