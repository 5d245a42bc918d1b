import { LIFE_AFTER_ACK_MS } from '../../ledger/audit.js';
import { intendedAtOf, isOfRun } from '../../ledger/clientIds.js';
import { Latencies } from '../../ledger/latencies.js';
import { TICK_MS } from '../../benches/wire/frameLibrary.js';

// A message's life is judged a little after it is over, for its arrivals to be counted.
const SURELY_COUNTED_MS = 300;

const newSecond = () => ({
  sent: 0,
  acknowledged: 0,
  refused: 0,
  delivered: 0,
  ack: new Latencies(),
  delivery: new Latencies(),
  lateness: new Latencies(),
});

/**
 * What happens in a run, second by second while it lasts, at a cost for each frame and tick, not for each delivery. The ledger judges in the end:
 * what is lost here is so by what has come until now.
 */
export class LiveTally {
  /** @type {Map<number, ReturnType<typeof newSecond>>} seconds that are not told yet */
  #seconds = new Map();
  /** @type {Array<{frame: import('../../benches/wire/frameLibrary.js').Frame, tick: number, receivers: number}>} */
  #arrivals = [];
  /** @type {Map<string, number>} receivers that had a message, while its life lasts */
  #had = new Map();
  /** @type {Array<{clientId: string, sentAt: number, ackedAt: number}>} in the order of their acks, while their lives last */
  #acked = [];
  /** @type {Set<string>} clientIds that nothing has answered yet */
  #waiting = new Set();
  #lost = 0;

  /** @param {{run: string, startAt: number, crowd: import('../../benches/crowd.js').Crowd}} parts startAt: ms since 1970 */
  constructor({ run, startAt, crowd }) {
    this.run = run;
    this.startAt = startAt;
    this.crowd = crowd;
  }

  /** @param {string} clientId @param {number} at ms */
  sent(clientId, at) {
    this.#waiting.add(clientId);
    const second = this.#secondAt(at);
    second.sent++;
    second.lateness.record(Math.max(0, at - intendedAtOf(clientId)));
  }

  /** @param {string} clientId @param {number} sentAt @param {number} at ms */
  acknowledged(clientId, sentAt, at) {
    this.#waiting.delete(clientId);
    const second = this.#secondAt(at);
    second.acknowledged++;
    second.ack.record(at - intendedAtOf(clientId));
    this.#acked.push({ clientId, sentAt, ackedAt: at });
  }

  /** A message that has its answer is refused no more. @param {string} clientId @param {number} at ms */
  refused(clientId, at) {
    if (this.#waiting.delete(clientId)) this.#secondAt(at).refused++;
  }

  /** One receiver had a frame. @param {import('../../benches/wire/frameLibrary.js').Frame} frame @param {number} tick */
  arrived(frame, tick) {
    const last = this.#arrivals[this.#arrivals.length - 1];
    if (last?.frame === frame && last.tick === tick) last.receivers++;
    else this.#arrivals.push({ frame, tick, receivers: 1 });
  }

  /** Counts what has arrived: little at a time where it is often called. */
  count() {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    for (const { frame, tick, receivers } of arrivals) {
      const at = this.crowd.startedAt + tick * TICK_MS;
      const second = this.#secondAt(at);
      for (const { clientId } of frame.meaning.messages ?? []) {
        if (!isOfRun(clientId, this.run)) continue;
        second.delivered += receivers;
        second.delivery.record(at - intendedAtOf(clientId), receivers);
        this.#had.set(clientId, (this.#had.get(clientId) ?? 0) + receivers);
      }
    }
  }

  /**
   * Tells a second that is over, once.
   * @param {number} number from 0 @param {number} at ms, now
   */
  tell(number, at) {
    this.count();
    this.#judge(at);
    const { ack, delivery, lateness, ...counts } = this.#seconds.get(number) ?? newSecond();
    // What came before the first second or after its own is in no row; the record has it.
    for (const key of this.#seconds.keys()) if (key <= number) this.#seconds.delete(key);
    return {
      second: number,
      ...counts,
      ack: ack.summary(),
      delivery: delivery.summary(),
      lateP95Ms: lateness.percentile(95),
      waiting: this.#waiting.size,
      lost: this.#lost,
    };
  }

  /** Counts what messages whose life is over did not reach. @param {number} at ms */
  #judge(at) {
    const over = this.#acked.findIndex(({ ackedAt }) => ackedAt + LIFE_AFTER_ACK_MS + SURELY_COUNTED_MS > at);
    const ended = this.#acked.splice(0, over === -1 ? this.#acked.length : over);
    if (ended.length === 0) return;
    const stays = this.crowd.members.flatMap((member) => member.stays);
    const begun = stays.map(({ from }) => from).sort((one, other) => one - other);
    const left = stays.flatMap(({ to }) => (to === null ? [] : [to])).sort((one, other) => one - other);
    for (const { clientId, sentAt, ackedAt } of ended) {
      const due = countUpTo(begun, sentAt) - countUpTo(left, ackedAt + LIFE_AFTER_ACK_MS);
      this.#lost += Math.max(0, due - (this.#had.get(clientId) ?? 0));
      this.#had.delete(clientId);
    }
  }

  /** @param {number} at ms */
  #secondAt(at) {
    const number = Math.floor((at - this.startAt) / 1000);
    let second = this.#seconds.get(number);
    if (!second) this.#seconds.set(number, (second = newSecond()));
    return second;
  }
}

/** @param {number[]} sorted @param {number} most @returns {number} how many are not above it */
function countUpTo(sorted, most) {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] <= most) from = middle + 1;
    else to = middle;
  }
  return from;
}
