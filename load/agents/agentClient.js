import { Crowd } from '../benches/crowd.js';
import { ledgerOf } from '../benches/crowdAudit.js';
import { sendOnSchedule } from '../benches/openLoop.js';
import { SocketSender } from '../benches/socketSender.js';
import { answered } from '../ledger/answered.js';
import { followClock, now } from '../ledger/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { deliveriesBySecond } from '../ledger/traffic.js';
import { postMessages } from '../messageTest/postMessages.js';
import { ClientWatch } from '../runRecord/clientWatch.js';
import { turnsOf } from './turns.js';

const LOOK_EVERY_MS = 1000;

/**
 * @typedef {object} SendOrder
 * @property {string} run @property {number} startAt ms since 1970, by the leader's clock
 * @property {number} rate messages/s of all agents @property {number} seconds
 * @property {number} senders of all agents @property {number[]} turns of this one's senders among them
 * @property {'socket' | 'post'} send @property {number} lateAcksMs
 *
 * @typedef {object} Part what one agent saw of a run; times by the leader's clock
 * @property {import('../ledger/ledger.js').LedgerRecord} ledger
 * @property {Array<[string, number]>} sizes for how many receivers one of the ledger stands
 * @property {number} events with messages, each counted once however many received it @property {number} messages in them
 * @property {string[]} ends why connections ended @property {number} bytesReceived
 * @property {Array<{delivered: number, delivery: string}>} deliveries second by second; delivery: a histogram
 * @property {Array<{at: number} & import('../machine/processTree.js').TreeSample>} samples of its own process
 * @property {number} sendLatenessP95 ms
 * @property {number | null} loopDelayP99Ms @property {Array<{at: number, p99Ms: number}>} loopDelays
 */

/** What an agent does: it joins with the sessions it is given, sends its share, and tells what came of it. */
export class AgentClient {
  /** @type {Crowd | undefined} */
  #crowd;
  /** @type {Ledger | undefined} of the last messages that it sent */
  #ledger;
  /** @type {Part['samples']} */
  #samples = [];
  /** @type {ClientWatch | undefined} over the last messages that it sent, else since it joined */
  #watch;
  /** @type {number | null} */
  #loopDelayP99Ms = null;

  /** @param {string} order @param {any} words @returns {Promise<any>} the answer @throws {Error} saying why not */
  async take(order, words) {
    if (order === 'clock') return now();
    if (order === 'follow') return followClock(words.aheadMs);
    if (order === 'join') return this.#join(words);
    if (order === 'send') return this.#send(words);
    if (order === 'leave') return this.#leave(words);
    throw new Error(`there is no order ${order}`);
  }

  /** @param {{target: import('../benches/wire/meaning.js').Target, sessions: import('../benches/wire/meaning.js').Session[]}} order */
  async #join({ target, sessions }) {
    this.#crowd = new Crowd(target);
    this.#look();
    setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#watch = new ClientWatch();
    await this.#crowd.join(sessions);
    const { members, failures } = this.#crowd;
    return { joined: members.length, why: failures[0]?.message ?? null };
  }

  /** @param {SendOrder} order @returns {Promise<{sentUntil: number}>} when all is answered, or nobody waits for it any more */
  async #send({ run, startAt, rate, seconds, senders, turns, send, lateAcksMs }) {
    const { target, members } = this.#joined();
    const ledger = new Ledger({ run, target: target.name });
    this.#ledger = ledger;
    this.#loopDelayP99Ms = null;
    const sessions = members.map(({ session }) => session);
    const post = send === 'post' ? postMessages({ url: target.url, sessions, ledger }) : null;
    const sockets = new SocketSender(ledger);
    this.#watch?.stop();
    this.#watch = new ClientWatch();
    await sendOnSchedule({
      messages: turnsOf({ rate, seconds, senders, turns }),
      startAt,
      sendOne: (number, intendedAt, sender) =>
        post
          ? post.sendOne(number, intendedAt, sender)
          : sockets.send(members[sender], { sender: turns[sender], number, intendedAt }),
    });
    const sentUntil = now();
    await answered(ledger, lateAcksMs);
    post?.close();
    this.#loopDelayP99Ms = this.#watch.stop();
    return { sentUntil };
  }

  /** @param {{run: string, startAt: number, seconds: number}} order @returns {Part} */
  #leave({ run, startAt, seconds }) {
    const crowd = this.#joined();
    const leftAt = now();
    this.#look();
    this.#loopDelayP99Ms ??= this.#watch?.stop() ?? null;
    const own = this.#ledger?.run === run ? this.#ledger : new Ledger({ run, target: crowd.target.name });
    const sizes = ledgerOf(crowd, own, leftAt);
    const { ends, bytesReceived } = crowd;
    const events = crowd.library.frames.filter((frame) => frame.messages > 0);
    crowd.close();
    const ledger = own.toJSON();
    return {
      ledger,
      sizes: [...sizes],
      events: events.length,
      messages: events.reduce((sum, frame) => sum + frame.messages, 0),
      ends,
      bytesReceived,
      deliveries: deliveriesBySecond(crowd, run, startAt, seconds).map(({ delivered, delivery }) => ({
        delivered,
        delivery: delivery.toJSON(),
      })),
      samples: this.#samples,
      sendLatenessP95: sendLateness(ledger.messages).percentile(95),
      loopDelayP99Ms: this.#loopDelayP99Ms,
      loopDelays: this.#watch?.seconds ?? [],
    };
  }

  /** @returns {Crowd} @throws {Error} */
  #joined() {
    if (!this.#crowd) throw new Error('nobody has joined');
    return this.#crowd;
  }

  /** From within, since a look at /proc would hold up what is measured: pages that it shares with other processes count as its own. */
  #look() {
    const { user, system } = process.cpuUsage();
    const rssMb = process.memoryUsage.rss() / 1024 / 1024;
    this.#samples.push({ at: now(), cpuSeconds: (user + system) / 1e6, rssMb, pssMb: rssMb, processes: 1 });
  }
}
