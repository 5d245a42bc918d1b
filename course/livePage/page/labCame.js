import { element } from '../../charts/element.js';
import { cellText, letterOf, measuredText, timesText } from '../../src/ending.js';

const MISSED =
  'in this run, which says nothing of what was predicted. Is the machine busy with something else? Run it again.';

/**
 * What came, against what was predicted.
 * @param {{choices: string[]}} lab @param {import('../labRun.js').LabRun} run @param {import('../labRun.js').Came} came
 * @returns {HTMLElement[]}
 */
export function verdictOf({ choices }, { prediction }, { right, record }) {
  const isRight = record.held && prediction === right;
  const came = record.held ? `≠ It came otherwise: ${letterOf(right)}` : '? The effect did not show';
  const verdict = element('p', { class: 'lab-verdict', role: 'status' }, [
    element('strong', {}, [isRight ? '✓ As predicted' : came]),
    ...(isRight ? [] : [record.held ? choices[right] : MISSED]),
  ]);
  verdict.toggleAttribute('data-right', isRight);
  return [verdict, ...record.claims.map(claimOf)];
}

/** @param {import('../labRun.js').Came} came @returns {HTMLElement[]} all that was measured, and why it is so */
export const whyOf = ({ because, tryNext, record }) => [
  tableOf(record.table),
  element(
    'ul',
    { class: 'lab-because' },
    [...because, ...record.remarks].map((text) => element('li', {}, [text])),
  ),
  element('p', { class: 'lab-next' }, [`Try next: ${tryNext[0]}`]),
];

/** @param {import('../../src/runLab.js').Checked} claim */
function claimOf(claim) {
  const { text, over, under, ratio, least, held } = claim;
  const most = Math.max(over.value, under.value) || 1;
  const bar = (/** @type {import('../../src/lab.js').Value} */ { name, value }) => {
    const meter = element('span', { class: 'lab-bar-line' });
    meter.style.inlineSize = `${Math.max(1, (value / most) * 100)}%`;
    return [
      element('span', { class: 'lab-bar-name' }, [name]),
      element('span', { class: 'lab-bar-track' }, [meter]),
      element('span', { class: 'lab-bar-value' }, [measuredText(value, claim)]),
    ];
  };
  return element('section', { class: 'lab-claim' }, [
    element('p', {}, [
      element('strong', {}, [`${held ? 'Held' : 'Not held'}: ${timesText(ratio)}`]),
      ` (at least ${least}). ${text}`,
    ]),
    element('div', { class: 'lab-bars' }, [...bar(over), ...bar(under)]),
  ]);
}

/** @param {import('../../src/lab.js').Seen['table']} table */
function tableOf({ head, rows }) {
  // A column of names needs no name; an empty header would be read out as one.
  const header = (/** @type {string} */ text) =>
    text === '' ? element('td') : element('th', { scope: 'col' }, [text]);
  const row = (/** @type {Array<string | number>} */ [name, ...values]) =>
    element('tr', {}, [
      element('th', { scope: 'row' }, [cellText(name)]),
      ...values.map((value) => element('td', {}, [cellText(value)])),
    ]);
  return element('div', { class: 'lab-table', tabindex: '0', role: 'region', 'aria-label': 'Measured' }, [
    element('table', {}, [
      element('thead', {}, [element('tr', {}, head.map(header))]),
      element('tbody', {}, rows.map(row)),
    ]),
  ]);
}
