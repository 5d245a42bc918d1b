import { chartOf } from '../../charts/chartOf.js';

/** @type {Record<string, import('../chartsOverUsers.js').ChartData>} */
const charts = JSON.parse(document.getElementById('charts')?.textContent ?? '{}');

/** @param {ParentNode} part of the page @returns {void} draws what can be seen of it and is not drawn yet */
function draw(part) {
  for (const place of part.querySelectorAll('[data-chart]:empty')) {
    if (place.closest('details:not([open])')) continue;
    const { lines, options } = charts[/** @type {HTMLElement} */ (place).dataset.chart ?? ''];
    chartOf(/** @type {HTMLElement} */ (place), lines, options);
  }
}

for (const details of document.querySelectorAll('details')) {
  details.addEventListener('toggle', () => details.open && draw(details));
}
draw(document);
