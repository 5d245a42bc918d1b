import { markdownTable } from './markdownTable.js';

/**
 * @param {any[]} results of `load/capacity --json`, those of one target and question one after the other @returns {string} a chapter of docs/results.md
 */
export function capacityChapter(results) {
  const groups = [...Map.groupBy(results, ({ target, slo, vary }) => [target, slo, vary].join(' '))];
  return [
    'The greatest load that a server bears within bounds, searched twice: all confirming runs passed at the lower edge, none at the upper one. Two searches that agree have',
    'edges that overlap. Where the load client or the machine was full first, the server may bear more: *(client-limited)*.',
    '',
    markdownTable(
      ['target', 'within', 'borne', 'all runs passed at', 'none passed at', 'searches overlap', 'runs'],
      groups.flatMap(([, group]) => group.map((one) => row(one, group))),
      { left: [0, 1] },
    ),
    '',
    ...results.map(
      ({ target, command, commit, machine, date }) =>
        `- ${target}: \`${command}\`; commit ${commit}; ${machine}; ${date}`,
    ),
    '',
  ].join('\n');
}

/** @param {any} one @param {any[]} group searches of the same question */
function row({ target, slo, level, least, greatest, clientLimited, levels, unit }, group) {
  const load = (/** @type {number | null} */ value) => (value === null ? '–' : `${value} ${unit}`);
  const runs = levels.reduce(
    (/** @type {number} */ sum, /** @type {any} */ { passed, failed, full }) => sum + passed + failed + full,
    0,
  );
  return [
    target,
    slo.replaceAll('<=', ' ≤ ').replaceAll(',', ', '),
    load(level),
    load(least),
    `${load(greatest)}${clientLimited ? ' (client-limited)' : ''}`,
    group.length < 2 ? 'once' : overlap(group) ? 'yes' : 'no',
    runs,
  ];
}

/** @param {Array<{least: number | null, greatest: number | null, clientLimited: boolean}>} group @returns {boolean} whether all intervals share a level */
function overlap(group) {
  const least = Math.max(...group.map((one) => one.least ?? 0));
  // Where the client was full the server's upper edge is not known.
  const greatest = Math.min(...group.map((one) => (one.clientLimited ? null : one.greatest) ?? Infinity));
  return least <= greatest;
}
