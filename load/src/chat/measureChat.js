import { now } from '../machine/clock.js';
import { sampleTree } from '../machine/processTree.js';
import { chatRecord } from '../record/chatRecord.js';
import { scheduleOf } from '../schedule/schedule.js';
import { knownTarget } from '../server/targets.js';
import { runLoad } from './runLoad.js';

/** @import { Server } from '../server/openServer.js' */
/** @import { Job } from '../job.js' */
/** @import { LoadClient } from './types.js' */
/** @import { RunRecord } from '../record/runRecord.js' */

/**
 * @typedef {object} PhaseStart
 * @property {number} at ms since 1970
 * @property {number} cpuSeconds CPU time of the server's processes until then
 * @property {number} rssMb memory of the processes that hold the connections
 */

/**
 * Makes one run of chat clients at a server, and the run's record.
 * @param {Server} server
 * @param {Job} job
 * @param {(line: string) => void} say
 * @param {LoadClient} loadClient this process, Artillery, or load hosts
 * @returns {Promise<RunRecord>}
 */
export async function measureChat(server, job, say, loadClient) {
  const { users, seconds, rate = 0, phases, senders, warmUp, settleMs, store = true } = job;
  if (!server.endpoint) throw new Error(server.contractProblem);
  const database = knownTarget(server.name)?.database;
  const pidsOf = (/** @type {(part: string) => boolean} */ isCounted) =>
    Object.entries(server.pidsByPart).flatMap(([part, pids]) => (isCounted(part) ? pids : []));
  // Joining also costs CPU in parts that hold no connection: Laravel's workers sign each subscription.
  const pids = pidsOf((part) => part !== database);
  const holders = pidsOf((part) => server.messages.parts.includes(part));
  /** @type {Record<string, PhaseStart>} keys: phases */
  const phaseStarts = {};
  const results = await runLoad(
    {
      endpoint: server.endpoint,
      sessions: await server.logIn(users, say),
      schedule: scheduleOf({ phases, rate, seconds }),
      senders,
      warmUp,
      settleMs,
      pidsByPart: server.pidsByPart,
      onPhase: (phase) =>
        (phaseStarts[phase] = {
          at: now(),
          cpuSeconds: sampleTree(pids, { memory: false }).cpuSeconds,
          rssMb: sampleTree(holders).rssMb,
        }),
      store: !server.contractProblem && store,
      loadClient,
    },
    say,
  );
  return chatRecord(server, job, results, pids.length > 0 ? joinCosts(phaseStarts, results.joined) : {});
}

/**
 * Computes what the server spent on joining, from before the first join until it is idle after the last.
 * @param {Record<string, PhaseStart>} phaseStarts
 * @param {number} users number of users that joined
 * @returns {Record<string, number>} further counts for the run record
 */
const joinCosts = ({ joining, joined, settled }, users) => ({
  joinsPerSecond: (users / (joined.at - joining.at)) * 1000,
  kilobytesEach: ((settled.rssMb - joining.rssMb) * 1024) / users,
  serverMsEachJoin: ((settled.cpuSeconds - joining.cpuSeconds) * 1000) / users,
});
