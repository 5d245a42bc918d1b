import { now } from '../machine/clock.js';
import { sampleTree } from '../machine/processTree.js';
import { chatRecord } from '../record/chatRecord.js';
import { shapeOf } from '../schedule/shape.js';
import { runLoad } from './runLoad.js';

/**
 * @typedef {import('../workload/workloads.js').Ordered} Ordered
 * @typedef {Pick<Ordered, 'kind' | 'client' | 'command' | 'users' | 'seconds'> & Partial<Ordered> &
 *   {loadClient?: import('./types.js').LoadClient, bounds?: import('../record/slo.js').Bound[], notes?: string[]}}
 *   ChatPlan bounds, notes: further ones for the record
 */

/**
 * One run of chat clients at a server.
 * @param {import('../server/openServer.js').OpenServer} server @param {ChatPlan} plan
 * @param {(line: string) => void} say
 * @returns {Promise<ReturnType<typeof chatRecord>>}
 */
export async function measureChat(server, plan, say) {
  const { kind, client, command, users, seconds, rate = 0, shape, senders, settleMs } = plan;
  const { warmUp = 0, repetition = 1 } = plan;
  if (!server.endpoint) throw new Error(`${server.url} has no /config: it is no chat, so only floods work there.`);
  const schedule = shapeOf(shape, { users, rate, seconds });
  const sessions = await server.logIn(users, say);
  const joins = new JoinWatch(server.chatParts.flatMap((part) => server.parts[part]));
  const seen = await runLoad(
    {
      ...{ target: server.endpoint, schedule, sessions, senders, warmUp, settleMs },
      parts: server.parts,
      onPhase: (phase) => joins.onPhase(phase),
      store: server.stores && plan.store !== false,
      loadClient: plan.loadClient,
    },
    say,
  );
  return chatRecord({
    ...{ kind, command, client, server: server.facts, seen },
    plan: {
      ...{ target: server.name, users, seconds, repetition, warmUpSeconds: warmUp, rate },
      ...(plan.workload && { workload: plan.workload }),
      ...(server.codePath.chat && { codePath: server.codePath.chat }),
    },
    parts: Object.keys(server.parts),
    serverParts: server.chatParts,
    joins: joins.costs(seen),
    bounds: plan.bounds,
    notes: plan.notes,
  });
}

/**
 * Measures the cost of joining: the server's CPU and resident memory before the first user joins and after the last,
 * at rest.
 */
class JoinWatch {
  #pids;
  /** @type {{at: number, used: import('../machine/processTree.js').TreeSample} | undefined} */
  #before;
  #joinedAt = 0;
  /** @type {import('../machine/processTree.js').TreeSample | undefined} */
  #after;

  /** @param {number[]} pids [] where they are not of this machine */
  constructor(pids) {
    this.#pids = pids;
  }

  /** @param {'joining' | 'joined' | 'settled'} phase */
  onPhase(phase) {
    if (this.#pids.length === 0) return;
    if (phase === 'joining') this.#before = { at: now(), used: sampleTree(this.#pids) };
    if (phase === 'joined') this.#joinedAt = now();
    if (phase === 'settled') this.#after = sampleTree(this.#pids);
  }

  /** @param {{joined: number}} seen @returns {Record<string, number>} further counts for the run record */
  costs({ joined }) {
    if (!this.#before || !this.#after) return {};
    const { at, used } = this.#before;
    return {
      joinsPerSecond: (joined / (this.#joinedAt - at)) * 1000,
      kilobytesEach: ((this.#after.rssMb - used.rssMb) * 1024) / joined,
      serverMsEachJoin: ((this.#after.cpuSeconds - used.cpuSeconds) * 1000) / joined,
    };
  }
}
