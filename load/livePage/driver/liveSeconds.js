import { now } from '../../ledger/clock.js';
import { clientBoundBy } from '../../runRecord/clientBound.js';
import { Failing } from './failing.js';
import { LiveSamples } from './liveSamples.js';
import { LiveTally } from './liveTally.js';

// Acks and arrivals are counted in small steps, so that no step is long enough to be part of a latency.
const COUNT_EVERY_MS = 100;
// Each telling goes to every page that watches.
const TELL_LOGINS_EVERY_MS = 100;
// What happened at the end of a second has been counted by then.
const TELL_AFTER_MS = 150;

/**
 * @typedef {object} RunEvents
 * @property {(state: string, users?: number) => void} onState
 * @property {(row: LiveSecond) => void} onSecond
 * @property {(why: string) => void} onFailing the run is to end before its time, as its scenario says
 *
 * @typedef {ReturnType<typeof rowOf>} LiveSecond what happened in one second; lost: until then
 */

/** Tells a run second by second while it lasts. */
export class LiveSeconds {
  #toldLoginsAt = 0;
  #told = 0;
  #isSending = true;
  #hasFailed = false;
  /** @type {NodeJS.Timeout | undefined} */
  #telling;

  /**
   * @param {{shape: import('../../scenarios/shape.js').Shape, serverParts: string[]}} plan
   * @param {RunEvents} events
   */
  constructor({ shape, serverParts }, events) {
    this.shape = shape;
    this.events = events;
    this.failing = new Failing(shape.scenario.stopAt);
    this.live = new LiveSamples(serverParts);
  }

  /** @type {import('../../run/loadClient.js').Observer['onPhase']} */
  onPhase = (phase, users) => {
    if (phase === 'logging in') {
      const isLast = users === this.shape.mostUsers + this.shape.slow;
      if (!isLast && now() - this.#toldLoginsAt < TELL_LOGINS_EVERY_MS) return;
      this.#toldLoginsAt = now();
    }
    this.#isSending &&= phase !== 'waiting for the last messages';
    if (phase === 'reading the store') clearInterval(this.#telling);
    // The page says so itself.
    if (phase !== 'joined') this.events.onState(phase, users);
  };

  /** @type {Required<import('../../run/loadClient.js').Observer>['onSend']} */
  onSend = (sending) => {
    const tally = new LiveTally({ ...sending, crowd: sending.attendance.crowd });
    this.#telling = setInterval(() => this.#tell(tally, sending), COUNT_EVERY_MS);
    return tally;
  };

  /** @param {Parameters<LiveSamples['add']>[0]} seen */
  onSamples = (seen) => this.live.add(seen);

  /** @param {LiveTally} tally @param {Parameters<LiveSeconds['onSend']>[0]} sending */
  #tell(tally, { startAt, attendance, watch }) {
    if (now() < startAt + (this.#told + 1) * 1000 + TELL_AFTER_MS) return tally.count();
    const counted = tally.tell(this.#told++, now());
    const row = rowOf(counted, this.live.row(now()), { users: attendance.present, looks: watch.looks });
    // When all is answered nothing is left to see.
    if (this.#isSending || row.sent + row.acknowledged + row.refused + row.waiting > 0) this.events.onSecond(row);
    const why = this.failing.look(row);
    if (!why || this.#hasFailed) return;
    this.#hasFailed = true;
    this.events.onFailing(why);
  }
}

/**
 * @param {ReturnType<LiveTally['tell']>} counted @param {ReturnType<LiveSamples['row']>} sampled
 * @param {{users: number, looks: import('../../runRecord/clientWatch.js').Look[]}} client
 */
function rowOf(counted, sampled, { users, looks }) {
  const [before, last] = looks.slice(-2);
  const client = last && {
    cpuCores: ((last.cpuSeconds - before.cpuSeconds) / (last.at - before.at)) * 1000,
    ...{ rssMb: last.rssMb, pssMb: last.rssMb },
  };
  const clientLoopDelayMs = last?.p99Ms ?? null;
  const boundBy = clientBoundBy({
    cpuCores: client?.cpuCores ?? 0,
    processes: 1,
    sendLatenessP95: counted.lateP95Ms,
    loopDelayP99Ms: clientLoopDelayMs,
    ackP95: counted.ack.p95,
  });
  /** @type {(typeof sampled)['usage']} */
  const usage = { ...sampled.usage, ...(client && { client }) };
  return { ...counted, ...sampled, usage, users, clientLoopDelayMs, bound: boundBy.length > 0 };
}
