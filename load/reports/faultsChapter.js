import { figure, markdownTable } from './markdownTable.js';

/** @param {any[]} results of `load/faults --save` @returns {string} a chapter of docs/results.md: a table of those that were made alike */
export function faultsChapter(results) {
  const alike = Map.groupBy(results, ({ oneIn, oneInMessages, users }) =>
    [
      `A proxy before the server breaks one delivery in ${oneIn}, or one ack or stored message in ${oneInMessages}, under a small load of ${users} users. A run is`,
      'right when the ledger names as many faults as were injected, each by its right name, and nothing else; without a fault it has to come out clean.',
    ].join('\n'),
  );
  return [...alike]
    .flatMap(([how, group]) => [
      how,
      '',
      markdownTable(['target', 'client', 'fault', 'runs that were right', 'injected', 'named'], group.flatMap(rowsOf), {
        left: [0, 1, 2],
      }),
      '',
      ...group.map(({ command, commit, machine, date }) => `- \`${command}\`; commit ${commit}; ${machine}; ${date}`),
      '',
    ])
    .join('\n');
}

/** @param {any} result @returns {string[][]} */
function rowsOf({ series, runs }) {
  return series.map((/** @type {any} */ { target, client, kind, passed, outcomes }) => {
    const injected = outcomes.reduce(
      (/** @type {number} */ sum, /** @type {any} */ outcome) => sum + outcome.injected,
      0,
    );
    const named = outcomes
      .flatMap((/** @type {any} */ outcome) => Object.values(outcome.named))
      .reduce((/** @type {number} */ sum, /** @type {number} */ times) => sum + times, 0);
    return [target, client, kind, `${passed} of ${runs}`, figure(injected), figure(named)];
  });
}
