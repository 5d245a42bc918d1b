import { setTimeout as sleep } from 'node:timers/promises';
import { auditCrowd } from '../../benches/crowdAudit.js';
import { sendOnSchedule } from '../../run/openLoop.js';
import { getSessions } from '../../benches/sessions.js';
import { SocketSender } from '../../run/socketSender.js';
import { readLastId, readStore } from '../../chat/http.js';
import { answered } from '../../ledger/answered.js';
import { DRAIN_MS } from '../../ledger/audit.js';
import { newRunName } from '../../ledger/clientIds.js';
import { now } from '../../ledger/clock.js';
import { addDeliveries, deliveriesBySecond, senderTraffic } from '../../ledger/traffic.js';
import { postMessages } from '../../run/postMessages.js';
import { clientBoundBy } from '../../runRecord/clientBound.js';
import { ClientWatch } from '../../runRecord/clientWatch.js';
import { Sampler } from '../../sampler/sampler.js';
import { Attendance } from './attendance.js';
import { Failing } from './failing.js';
import { LiveSamples } from './liveSamples.js';
import { LiveTally } from './liveTally.js';
import { WatchedLedger } from './watchedLedger.js';

// Acks and arrivals are counted in small steps, so that no step is long enough to be part of a latency.
const COUNT_EVERY_MS = 100;
// Each telling goes to every page that watches.
const TELL_LOGINS_EVERY_MS = 100;
// What happened at the end of a second has been counted by then.
const TELL_AFTER_MS = 150;

/**
 * @typedef {object} RunPlan
 * @property {import('../../benches/wire/meaning.js').Target} target
 * @property {'socket' | 'post'} send
 * @property {import('../../scenarios/shape.js').Shape} shape
 * @property {Record<string, number[]>} parts pids by name @property {string[]} serverParts those that the target names as its server
 * @property {string} [workersAt] prefix of the unix sockets behind which its workers serve
 *
 * @typedef {object} RunEvents
 * @property {(state: string, users?: number) => void} onState
 * @property {(row: LiveSecond) => void} onSecond
 * @property {(why: string) => void} onFailing the run ends before its time, as its scenario says
 *
 * @typedef {ReturnType<typeof rowOf>} LiveSecond what happened in one second; lost: until then
 */

/** One target of a run whose users and rate follow a scenario, told second by second. */
export class ShapedRun {
  #stopped = false;
  #run = newRunName();

  /** @param {RunPlan} plan @param {RunEvents} events */
  constructor(plan, events) {
    this.plan = plan;
    this.events = events;
    this.ledger = new WatchedLedger({ run: this.#run, target: plan.target.name });
    this.sender = new SocketSender(this.ledger);
    this.live = new LiveSamples(plan.serverParts);
  }

  /** Logs all in, joins those who are to be there when the clock starts, and looks at what they use from before it does. */
  async gather() {
    const { target, shape, parts, workersAt } = this.plan;
    const all = shape.mostUsers + shape.slow;
    let toldAt = 0;
    const sessions = await getSessions(target.url, all, {
      onSession: (users) => {
        if (users < all && now() - toldAt < TELL_LOGINS_EVERY_MS) return;
        toldAt = now();
        this.events.onState('logging in', users);
      },
    });
    this.sessions = sessions;
    this.lastId = await readLastId(target.url, sessions[0].cookie);
    this.attendance = new Attendance({
      target,
      shape,
      sessions,
      lastId: this.lastId,
      onReturn: (member) => this.sender.again(member),
    });
    this.events.onState('joining');
    await this.attendance.gather();
    const { crowd } = this.attendance;
    if (crowd.members.length === 0) throw crowd.failures[0];
    const onSeen = (/** @type {Parameters<LiveSamples['add']>[0]} */ seen) => this.live.add(seen);
    this.sampler = await Sampler.beside(parts, [process.pid], `${target.url}/metrics`, onSeen, workersAt);
  }

  /** Ends the sending; what was sent is still waited for. */
  stop() {
    this.#stopped = true;
  }

  /**
   * @param {number} startAt ms since 1970
   * @returns {Promise<{seen: import('../../runRecord/chatRecord.js').ChatSeen, seconds: number, users: number, slow: {joined: number, ended: number}}>}
   *   seconds: how long it sent; users: that were asked to join; ended: of the slow receivers' connections, by the server
   */
  async go(startAt) {
    const { target, shape } = this.plan;
    const { attendance, sessions, lastId, sampler, live } = this;
    if (!attendance || !sessions || lastId === undefined || !sampler) throw new Error('Nobody has gathered.');
    const { crowd } = attendance;
    const tally = new LiveTally({ run: this.#run, startAt, crowd });
    this.ledger.tally = tally;
    crowd.onDelivery = (frame, tick) => tally.arrived(frame, tick);
    const watch = new ClientWatch();
    await sleep(Math.max(0, startAt - now()));

    const elapsed = () => (now() - startAt) / 1000;
    const endFollowing = attendance.follow(elapsed);
    const failing = new Failing(shape.scenario.stopAt);
    let told = 0;
    let isSending = true;
    const tell = () => {
      if (now() < startAt + (told + 1) * 1000 + TELL_AFTER_MS) return tally.count();
      const row = rowOf(tally.tell(told++, now()), live.row(now()), {
        users: attendance.present,
        clientLoopDelayMs: watch.looks[watch.looks.length - 1]?.p99Ms ?? null,
      });
      // When all is answered nothing is left to see.
      if (isSending || row.sent + row.acknowledged + row.refused + row.waiting > 0) this.events.onSecond(row);
      const why = failing.look(row);
      if (!why || this.#stopped) return;
      this.stop();
      this.events.onFailing(why);
    };
    const telling = setInterval(tell, COUNT_EVERY_MS);
    this.events.onState('running');
    const closeSender = await this.#sendAll(startAt);
    endFollowing();
    isSending = false;
    const seconds = Math.min(shape.seconds, elapsed());
    this.events.onState('waiting for the last messages');
    await answered(this.ledger);
    closeSender();
    const loopDelayP99Ms = watch.stop().loopDelayP99Ms;
    await sleep(DRAIN_MS);
    clearInterval(telling);
    const leftAt = now();
    const samples = await sampler.stop();
    const slow = { joined: attendance.slow.members.length, ended: attendance.slow.ends.length };
    attendance.close();
    this.events.onState('reading the store');
    const { stored, storeUnread } = await readStore(target.url, sessions[0].cookie, lastId);
    this.events.onState('writing the record');
    const audit = auditCrowd(crowd, this.ledger, leftAt, stored);
    const ledger = this.ledger.toJSON();
    const seen = {
      startAt,
      ledger,
      audit,
      joined: attendance.joined,
      storeUnread,
      ends: crowd.ends,
      traffic: addDeliveries(
        senderTraffic(ledger.messages, startAt, seconds),
        deliveriesBySecond(crowd, this.#run, startAt, seconds),
      ),
      samples,
      loopDelayP99Ms,
      loopDelays: watch.looks,
    };
    return { seen, seconds, users: attendance.asked, slow };
  }

  /** @param {number} startAt @returns {Promise<() => void>} ends what waits for answers */
  async #sendAll(startAt) {
    const { target, shape, send } = this.plan;
    const { crowd } = /** @type {Attendance} */ (this.attendance);
    const post =
      send === 'post'
        ? postMessages({ url: target.url, sessions: this.sessions ?? [], ledger: this.ledger })
        : undefined;
    await sendOnSchedule({
      messages: shape.messages(),
      startAt,
      sendOne: (number, intendedAt, sender) => {
        // Who is to have joined and has not yet is not waited for: those who have send in their place.
        const place = sender % crowd.members.length;
        if (post) post.sendOne(number, intendedAt, place);
        else this.sender.send(crowd.members[place], { sender: place, number, intendedAt });
      },
      stopped: () => this.#stopped,
    });
    // The last message may be due before the end: what happens until then belongs to the run.
    while (!this.#stopped && now() < startAt + shape.seconds * 1000) await sleep(20);
    return () => post?.close();
  }
}

/**
 * @param {ReturnType<LiveTally['tell']>} counted @param {ReturnType<LiveSamples['row']>} sampled
 * @param {{users: number, clientLoopDelayMs: number | null}} client
 */
function rowOf(counted, sampled, { users, clientLoopDelayMs }) {
  const boundBy = clientBoundBy({
    cpuCores: sampled.usage.client?.cpuCores ?? 0,
    processes: 1,
    sendLatenessP95: counted.lateP95Ms,
    loopDelayP99Ms: clientLoopDelayMs,
    ackP95: counted.ack.p95,
  });
  return { ...counted, ...sampled, users, clientLoopDelayMs, bound: boundBy.length > 0 };
}
