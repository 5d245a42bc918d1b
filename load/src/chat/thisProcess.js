import { now } from '../ledger/clock.js';
import { LoadClient } from './loadClient.js';
import { sharedTurns } from './turns.js';

// The first message's timer is set by then.
const START_AFTER_MS = 50;

/** The raw client in this process, as `Agents` are on several hosts. */
export class ThisProcess {
  #client = new LoadClient();
  #joined = 0;

  async gather() {}

  /**
   * @param {import('./loadClient.js').Target} target @param {import('./loadClient.js').Session[]} sessions
   * @param {{shape?: import('../workload/shape.js').Shape, lastId?: number}} [shaped]
   */
  async join(target, sessions, shaped) {
    const answer = await this.#client.join({ target, sessions, ...shaped });
    this.#joined = answer.joined;
    return answer;
  }

  /**
   * @param {Omit<import('./loadClient.js').SendOrder, 'startAt' | 'senders' | 'turns'> & {senders?: number}} order
   * @returns {Promise<{startAt: number, sentUntil: number}>}
   */
  async send({ senders: most, ...order }) {
    const startAt = now() + START_AFTER_MS;
    const { senders, turns } = sharedTurns([this.#joined], most);
    return { startAt, ...(await this.#client.send({ ...order, startAt, senders, turns: turns[0] })) };
  }

  /**
   * @param {{run: string, startAt: number, seconds: number}} run
   * @returns {Promise<import('./runLoad.js').Left>}
   */
  async leave(run) {
    return { parts: [this.#client.leave(run)] };
  }

  close() {
    this.#client.close();
  }
}
