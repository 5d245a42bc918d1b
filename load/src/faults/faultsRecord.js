import { clientFacts } from '../record/clientFacts.js';
import { verdict } from '../record/verdict.js';

/**
 * Runs of one client at one target with one kind of injected fault, as a run record.
 * @param {object} runs
 * @param {string} runs.command
 * @param {{target: string, users: number, fault: string}} runs.plan
 * @param {import('../server/serverFacts.js').MeasuredServer & {descriptors: number | null}} runs.server
 * @param {'raw' | 'artillery'} runs.client
 * @param {{startedAt: number, seconds: number, cpuCores: number, loopDelayP99Ms: number}} runs.took cpuCores: of this process, the proxy's among them
 * @param {Array<import('./main.js').Outcome>} runs.outcomes
 */
export function faultsRecord({ command, plan, server, client, took, outcomes }) {
  const { startedAt, seconds, cpuCores, loopDelayP99Ms } = took;
  /** @type {Record<string, number>} */
  const named = {};
  for (const outcome of outcomes) {
    for (const [name, times] of Object.entries(outcome.named)) named[name] = (named[name] ?? 0) + times;
  }
  const wrongRuns = outcomes.filter(({ passed }) => !passed).length;
  return {
    format: 'chat-load-run/1',
    kind: 'faults',
    command,
    startedAt: new Date(startedAt).toISOString(),
    seconds,
    plan,
    client: {
      ...{ name: client, ...clientFacts(), processes: 1, cpuCores, rssMb: null, loopDelayP99Ms },
      ...{ bound: false, boundBy: [] },
    },
    server: { ...server, parts: {} },
    counts: {
      runs: outcomes.length,
      wrongRuns,
      rightRunsPercent: (100 * (outcomes.length - wrongRuns)) / outcomes.length,
      injected: outcomes.reduce((sum, { injected }) => sum + injected, 0),
      named: Object.values(named).reduce((sum, times) => sum + times, 0),
    },
    errors: named,
    histograms: {},
    latencies: {},
    series: [],
    verdicts: [verdict('runs that were not as they have to be', wrongRuns)],
  };
}
