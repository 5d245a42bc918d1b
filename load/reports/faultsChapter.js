import { figure, markdownTable } from './markdownTable.js';

/** @param {any} result of `load/faults --save` @returns {string} a chapter of docs/results.md */
export function faultsChapter({ series, runs, command, oneIn, oneInMessages, users, commit, machine, date }) {
  const rows = series.map((/** @type {any} */ { target, client, kind, passed, outcomes }) => {
    const injected = outcomes.reduce(
      (/** @type {number} */ sum, /** @type {any} */ outcome) => sum + outcome.injected,
      0,
    );
    const named = outcomes
      .flatMap((/** @type {any} */ outcome) => Object.values(outcome.named))
      .reduce((/** @type {number} */ sum, /** @type {number} */ times) => sum + times, 0);
    return [target, client, kind, `${passed} of ${runs}`, figure(injected), figure(named)];
  });
  return [
    `A proxy before the server breaks one delivery in ${oneIn}, or one ack or stored message in ${oneInMessages}, under a small load of ${users} users. A run is`,
    'right when the ledger names as many faults as were injected, each by its right name, and nothing else; without a fault it has to come out clean.',
    '',
    markdownTable(['target', 'client', 'fault', 'runs that were right', 'injected', 'named'], rows, {
      left: [0, 1, 2],
    }),
    '',
    `\`${command}\`; commit ${commit}; ${machine}; ${date}.`,
    '',
  ].join('\n');
}
