import { setTimeout as sleep } from 'node:timers/promises';
import { newRunName } from '../ledger/clientIds.js';
import { ClientWatch } from '../runRecord/clientWatch.js';
import { startBaseline } from './baselines.js';
import { Crowd } from './crowd.js';
import { nullSessions, nullTarget } from './nullTarget.js';
import { deliveryLatencies } from './crowdAudit.js';

const MEASURED_MS = 3000;

/**
 * @typedef {{wire: import('./wire/meaning.js').Target['wire'], receivers: number, messagesPerEvent: number}} Shape of
 *   the events that were measured
 */

/**
 * What this client takes at most: deliveries/s from a server that does nothing but send.
 * @param {Shape} shape
 * @returns {Promise<{baseline: string, messagesPerEvent: number, deliveriesPerSecond: number, client: {cpuCores:
 *   number}}>}
 */
export async function measureClientCeiling(shape) {
  const perWindow = Math.max(1, Math.round(shape.messagesPerEvent));
  return withNullServer(shape, perWindow, [], async (crowd) => {
    const watch = new ClientWatch();
    const before = crowd.delivered;
    const startedAt = performance.now();
    await sleep(MEASURED_MS);
    const deliveriesPerSecond = ((crowd.delivered - before) / (performance.now() - startedAt)) * 1000;
    const baseline = `null server, ${perWindow} messages a window`;
    return { baseline, messagesPerEvent: perWindow, deliveriesPerSecond, client: watch.stop() };
  });
}

/**
 * How late this client takes events of the same size and rate from a server that does nothing but send them: what is
 * not the measured server's fault.
 * @param {Shape & {rate: number}} shape rate: messages/s
 * @returns {Promise<{baseline: string, delivery: import('../ledger/latencies.js').LatencySummary}>}
 */
export async function measureLatencyFloor(shape) {
  const perWindow = Math.max(1, Math.round(shape.messagesPerEvent));
  const windowsPerSecond = shape.rate / perWindow;
  return withNullServer(shape, perWindow, [String(windowsPerSecond)], async (crowd, run) => {
    await sleep(MEASURED_MS);
    const baseline = `null server, ${perWindow} messages a window, ${windowsPerSecond.toFixed(1)} windows/s`;
    return { baseline, delivery: deliveryLatencies(crowd, run).summary() };
  });
}

/**
 * @template T
 * @param {Shape} shape @param {number} perWindow @param {string[]} args
 * @param {(crowd: Crowd, run: string) => Promise<T>} measure
 * @returns {Promise<T>}
 */
async function withNullServer({ wire, receivers }, perWindow, args, measure) {
  const run = newRunName();
  const server = await startBaseline('nullServer', [wire, String(perWindow), String(receivers), run, ...args]);
  const crowd = new Crowd(nullTarget(server.url, wire));
  try {
    await crowd.join(nullSessions(receivers));
    while (crowd.delivered === 0) await sleep(20);
    await sleep(500);
    return await measure(crowd, run);
  } finally {
    crowd.close();
    server.stop();
  }
}
