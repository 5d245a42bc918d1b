import { figure, markdownTable } from './markdownTable.js';

/**
 * Chats beside stock servers at an equal objective.
 * @param {any[]} results of `load/bench fanout --stock ... --json`
 * @returns {string}
 */
export function objectiveTable(results) {
  const rows = results.flatMap(({ target, objective: { ours, stock } }) => [
    [target, ...figures(ours), '', '', figure(ours.otherCores, 1)],
    ...stock.map((/** @type {import('../benches/besideStock.js').Beside} */ { title, does, at, ratio, cpuRatio }) => [
      `${title}: ${does}`,
      ...figures(at),
      ratio === null ? '' : `${ours.clientLimited ? 'at least ' : ''}${figure(ratio, 1)} times`,
      cpuRatio === null ? '' : `${figure(cpuRatio, 1)} times`,
      figure(at.otherCores, 1),
    ]),
  ]);
  return markdownTable(
    [
      'server',
      'messages/s',
      'deliveries/s',
      'CPU us a delivery, at the first rate',
      'the chat’s deliveries/s',
      'its CPU, over the chat’s',
      'other work, cores',
    ],
    rows,
  );
}

/** @param {import('../benches/equalObjective.js').AtObjective} at */
function figures({ rate, clientLimited, deliveriesPerSecond, cpuMicroseconds }) {
  if (rate === null || deliveriesPerSecond === null) return ['none that was tried', '', ''];
  const cpu = cpuMicroseconds === null ? '' : figure(cpuMicroseconds, 1);
  return [(clientLimited ? 'at least ' : '') + figure(rate), figure(deliveriesPerSecond), cpu];
}
