import { figure, markdownTable } from './markdownTable.js';

/** @param {any} result of `load/faults --save` @returns {string} a chapter of docs/results.md */
export function faultsChapter({ series, runs, oneIn, receivers, commit, machine, date }) {
  const rows = series.map((/** @type {any} */ { target, kind, passed, outcomes }) => {
    const planted = outcomes.reduce(
      (/** @type {number} */ sum, /** @type {any} */ outcome) => sum + outcome.planted,
      0,
    );
    const named = outcomes
      .flatMap((/** @type {any} */ outcome) => Object.values(outcome.named))
      .reduce((/** @type {number} */ sum, /** @type {number} */ times) => sum + times, 0);
    return [target, kind, `${passed} of ${runs}`, figure(planted), figure(named)];
  });
  return [
    `Servers that break one delivery in ${oneIn} on purpose, under a small load of ${receivers} receivers. A run is right when the ledger names as many`,
    'faults as were planted, each by its right name, and nothing else; without a fault it has to come out clean.',
    '',
    markdownTable(['target', 'fault', 'runs that were right', 'planted', 'named'], rows, { left: [0, 1] }),
    '',
    `\`load/faults --runs ${runs}\`; commit ${commit}; ${machine}; ${date}.`,
    '',
  ].join('\n');
}
