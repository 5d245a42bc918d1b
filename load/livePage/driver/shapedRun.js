import { runLoad } from '../../run/runLoad.js';
import { LiveSeconds } from './liveSeconds.js';

/**
 * One target of a run whose users and rate follow a scenario, told second by second.
 * @param {object} plan
 * @param {import('../../run/loadClient.js').Target} plan.target
 * @param {'socket' | 'post'} plan.send
 * @param {import('../../scenarios/shape.js').Shape} plan.shape
 * @param {Record<string, number[]>} plan.parts pids by name
 * @param {string[]} plan.serverParts those that the target names as its server
 * @param {string} [plan.workersAt] prefix of the unix sockets behind which its workers serve
 * @param {() => Promise<number>} [plan.startAt] asked when all have joined: when the clock starts
 * @param {AbortController} plan.stop ends the sending; what was sent is still waited for
 * @param {import('./liveSeconds.js').RunEvents} events
 * @returns {Promise<import('../../run/runLoad.js').LoadSeen>}
 */
export function shapedRun({ target, send, shape, parts, serverParts, workersAt, startAt, stop }, events) {
  const observer = new LiveSeconds(
    { shape, serverParts },
    {
      ...events,
      onFailing(why) {
        if (stop.signal.aborted) return;
        stop.abort();
        events.onFailing(why);
      },
    },
  );
  return runLoad({
    ...{ target, send, parts, workersAt, startAt, observer, signal: stop.signal },
    schedule: shape,
    population: { users: shape.mostUsers + shape.slow },
    // The clock starts when all targets are ready, and what joining cost them is to be seen.
    settleMs: 0,
  });
}
