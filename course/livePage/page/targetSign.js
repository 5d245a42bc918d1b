import { svgElement } from '../../charts/element.js';
import { lookOfTarget } from '../../charts/looks.js';
import { outline } from '../../charts/shapes.js';

/** @param {string} target @returns {SVGElement} its shape in its colour */
export function signOf(target) {
  const { colour, shape } = lookOfTarget(target);
  const path = svgElement('path', { d: outline(shape ?? 'circle', 10, 10, 8), fill: 'currentColor' });
  const svg = svgElement('svg', { viewBox: '0 0 20 20', class: 'sign', 'aria-hidden': 'true' }, [path]);
  svg.style.color = `var(${colour})`;
  return svg;
}
