import { valueText } from '../../load/src/record/numbers.js';

const BAR = 40;
// A bar that is there at all is seen.
const SHORTEST = 1;

/**
 * The summary of a lab: question, prediction, result, whether each claim held, why, and what to run next.
 * @param {import('./course.js').NumberedLab} lab @param {import('./runLab.js').LabRecord} run
 * @returns {string}
 */
export function endingOf(lab, run) {
  const { choices, right } = lab.predict;
  return [
    `ASKED      ${lab.question}`,
    ...(run.short ? [`SHORT FORM ${lab.shortForm}`] : []),
    `PREDICTED  The right choice was ${letterOf(right)}: ${choices[right]}`,
    '',
    ...textTable(run.table),
    ...run.claims.flatMap((claim) => ['', ...claimLines(claim)]),
    ...run.remarks.map((remark) => `\nNote: ${remark}`),
    '',
    ...lab.because.map((sentence, place) => `${place === 0 ? 'WHY        ' : '           '}${sentence}`),
    `TRY NEXT   ${lab.tryNext[0]}`,
    '',
    `${verdictText(run)} (lab ${run.number}, ${run.seconds.toFixed(0)} s).`,
  ].join('\n');
}

/** @param {import('./runLab.js').LabRecord} run @returns {string} */
export function verdictText({ held, tooBusy, processorShare }) {
  if (held) return 'The claim held';
  if (!tooBusy) return 'THE EFFECT DID NOT SHOW';
  return `THE MACHINE IS TOO BUSY TO TELL: of the processor time that it wanted this program got ${Math.round((processorShare ?? 0) * 100)} %. End what else runs, then try again`;
}

/** @param {number} place from 0 @returns {string} A, B, C */
export const letterOf = (place) => String.fromCharCode(65 + place);

/** @param {number} ratio @returns {string} */
export const timesText = (ratio) => (Number.isFinite(ratio) ? `${valueText(ratio)} times` : 'not measured');

// From here on a time is told in seconds.
const SECONDS_FROM_MS = 950;

/**
 * @param {number} value
 * @param {{says?: string, unit: string}} claim
 * @returns {string} half waited longer than 1.5 s
 */
export function measuredText(value, { says, unit }) {
  const inSeconds = unit === 'ms' && value >= SECONDS_FROM_MS;
  const counted = value === 1 ? unit.replace(/^([a-z]{3,})s$/, '$1') : unit;
  // A number and its unit stay on one line.
  const amount = inSeconds ? `${Number((value / 1000).toPrecision(2))}\u00a0s` : `${valueText(value)}\u00a0${counted}`;
  return says ? `${says} ${amount}` : amount;
}

/** @param {import('./lab.js').Measured} measured @returns {string} 10 times (beside a loop 1.5 s, beside a worker 150 ms) */
export function seenText(measured) {
  const { over, under } = measured;
  const values = [over, under].map(({ name, value }) => `${name} ${measuredText(value, measured)}`);
  return `${timesText(over.value / under.value)} (${values.join(', ')})`;
}

/** @param {import('./runLab.js').Checked} claim */
function claimLines(claim) {
  const { text, over, under, ratio, least, held } = claim;
  const bars = [over, under];
  const longest = Math.max(...bars.map(({ name }) => name.length));
  const most = Math.max(...bars.map(({ value }) => value));
  return [
    `CLAIM      ${text}`,
    ...bars.map(({ name, value }) => `  ${name.padEnd(longest)}  ${barOf(value, most)} ${measuredText(value, claim)}`),
    `  ${held ? 'held' : 'NOT held'}: ${timesText(ratio)} (at least ${least})`,
  ];
}

/** @param {number} value @param {number} most @returns {string} */
const barOf = (value, most) => '█'.repeat(most > 0 ? Math.max(SHORTEST, Math.round((value / most) * BAR)) : SHORTEST);

/** @param {import('./lab.js').Seen['table']} table @returns {string[]} words to the left, numbers to the right */
function textTable({ head, rows }) {
  const texts = [head, ...rows.map((row) => row.map(cellText))];
  const widths = head.map((_, column) => Math.max(...texts.map((row) => row[column].length)));
  const isWords = head.map((_, column) => rows.every((row) => typeof row[column] === 'string'));
  const line = (/** @type {string[]} */ cells) =>
    `  ${cells.map((cell, column) => (isWords[column] ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('   ')}`.trimEnd();
  return texts.map(line);
}

/** @param {string | number} cell @returns {string} */
export const cellText = (cell) => (typeof cell === 'number' ? valueText(cell) : cell);
