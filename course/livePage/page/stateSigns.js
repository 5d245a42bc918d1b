import { element, svgElement } from '../../charts/element.js';

const STATE_NAMES = { busy: 'busy: computes', waiting: 'waiting: occupied, computes nothing', idle: 'idle' };

/** @param {string} id @returns {SVGElement} what a block is filled with whose lane waits, in the colour of its lane */
export const hatch = (id) =>
  svgElement('defs', {}, [
    svgElement(
      'pattern',
      { id, width: '7', height: '7', patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      [svgElement('rect', { width: '3', height: '7', fill: 'currentColor' })],
    ),
  ]);

let signs = 0;

/** @param {import('../watch/laneStates.js').LaneState} state @returns {SVGElement} its form */
export function stateSign(state) {
  const id = `hatch-sign-${signs++}`;
  const forms = {
    busy: () => [svgElement('rect', { x: '2', y: '4', width: '28', height: '16', fill: 'currentColor' })],
    waiting: () => [
      hatch(id),
      svgElement('rect', { x: '2', y: '4', width: '28', height: '16', fill: `url(#${id})`, class: 'lane-outline' }),
    ],
    idle: () => [svgElement('path', { d: 'M2 12H30', class: 'lane-idle' })],
    away: () => [svgElement('path', { d: 'M10 6 22 18M22 6 10 18', class: 'lane-idle' })],
  };
  return svgElement('svg', { viewBox: '0 0 32 24', class: 'state-sign', 'aria-hidden': 'true' }, forms[state]());
}

/** @returns {HTMLElement} which form is which state */
export const stateKey = () =>
  element(
    'ul',
    { class: 'state-key', 'aria-label': 'Forms' },
    /** @type {const} */ (['busy', 'waiting', 'idle']).map((state) =>
      element('li', {}, [stateSign(state), STATE_NAMES[state]]),
    ),
  );
