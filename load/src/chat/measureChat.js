import { now } from '../machine/clock.js';
import { sampleTree } from '../machine/processTree.js';
import { chatRecord } from '../record/chatRecord.js';
import { shapeOf } from '../schedule/shape.js';
import { runLoad } from './runLoad.js';

/**
 * One run of chat clients at a server.
 * @param {import('../server/openServer.js').OpenServer} server @param {import('../run/workloads.js').Job} job
 * @param {(line: string) => void} say
 * @param {import('./types.js').LoadClient} [loadClient] hosts, or Artillery; this process unless given
 * @returns {Promise<import('../record/runRecord.js').RunRecord>}
 */
export async function measureChat(server, job, say, loadClient) {
  const { users, seconds, rate = 0, shape, senders, warmUp, settleMs, store = true } = job;
  if (!server.endpoint) throw new Error(`${server.url} has no /config: it is no chat, so only floods work there.`);
  const joins = new JoinWatch(server.messages.parts.flatMap((part) => server.parts[part]));
  const seen = await runLoad(
    {
      target: server.endpoint,
      sessions: await server.logIn(users, say),
      schedule: shapeOf(shape, { users, rate, seconds }),
      senders,
      warmUp,
      settleMs,
      parts: server.parts,
      onPhase: (phase) => joins.onPhase(phase),
      store: server.stores && store,
      loadClient,
    },
    say,
  );
  return chatRecord(server, job, seen, joins.costs(seen));
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
