import { MB } from '../suite/memory.js';

const COLUMNS = [
  'ack p50',
  'p99',
  'max',
  'own ms',
  'look ms',
  'control',
  'lost',
  'before',
  'peak',
  'after MB',
  'buffered MB',
];

/** @typedef {{name: string, phase: import('./crowd.js').Phase}} Row */

/**
 * What the crowd noticed, a line an attack. `own`: the longest ack without the time in which others kept the server
 * from a processor. `look`: the longest page load, list of who is online or joining, counted alike. `control`: how late
 * a thread was that does nothing.
 * @param {Row[]} rows
 */
export function table(rows) {
  const lines = rows.map(({ name, phase }) => [...cells(phase), name]);
  return [[...COLUMNS, 'beside'], ...lines]
    .map((line) => line.map((cell, i) => (i < COLUMNS.length ? cell.padStart(COLUMNS[i].length) : cell)).join('  '))
    .join('\n');
}

/** The same as Markdown. @param {Row[]} rows */
export function markdown(rows) {
  const heads = ['beside', ...COLUMNS];
  const lines = rows.map(({ name, phase }) => [name, ...cells(phase)]);
  return [heads, ['---', ...COLUMNS.map(() => '---:')], ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** @param {import('./crowd.js').Phase} phase */
function cells({ acks, looks, controlMs, lost, duplicated, outOfOrder, memory }) {
  const { before, peak, after, buffered } = memory;
  const sizes = [before, peak, after].map((bytes) => (bytes ? String(Math.round(bytes / MB)) : '-'));
  const times = [acks.p50, acks.p99, acks.max, acks.own.ms, looks.own.ms, controlMs].map((ms) =>
    String(Math.round(ms)),
  );
  return [...times, String(lost + duplicated + outOfOrder), ...sizes, (buffered / MB).toFixed(1)];
}
