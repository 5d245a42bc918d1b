/**
 * One of several runs to show for all: the one with the middle p95 of delivery (of an even number the slower of the two in
 * the middle), or the first that failed. A machine that is shared makes single runs a matter of luck.
 * @template {{audit: {delivery: import('../ledger/latencies.js').LatencySummary}, ratio?: number}} Result
 * @param {Array<{result: Result, failed: boolean}>} runs in the order they were made
 * @returns {{result: Result & {runs?: Array<{delivery: object, ratio?: number}>}, failed: boolean}} runs: of each run its
 *   latencies (ms) and its ratio, where there was more than one
 */
export function middleRun(runs) {
  const byP95 = runs.toSorted((a, b) => a.result.audit.delivery.p95 - b.result.audit.delivery.p95);
  const { result, failed } = runs.find((run) => run.failed) ?? byP95[byP95.length >> 1];
  if (runs.length === 1) return { result, failed };
  return {
    result: { ...result, runs: runs.map(({ result: { audit, ratio } }) => ({ delivery: audit.delivery, ratio })) },
    failed,
  };
}
