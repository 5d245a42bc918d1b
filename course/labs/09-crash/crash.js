import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from '../../../load/src/chat/crowd.js';
import { fillLedger } from '../../../load/src/chat/crowdLedger.js';
import { sendOnSchedule } from '../../../load/src/schedule/openLoop.js';
import { getSessions } from '../../../load/src/server/sessions.js';
import { SocketSender } from '../../../load/src/chat/socketSender.js';
import { readAfter, readLastId } from '../../../load/src/server/contractClient.js';
import { untilAnswered } from '../../../load/src/ledger/untilAnswered.js';
import { audit, DRAIN_MS } from '../../../load/src/ledger/audit.js';
import { isOfRun, newRunName } from '../../../load/src/ledger/clientIds.js';
import { now } from '../../../load/src/machine/clock.js';
import { Ledger } from '../../../load/src/ledger/ledger.js';
import { NAMES, outcomes, partsOf, policyOf, textKeyOf } from './policies.js';

/** @typedef {import('../../../load/src/chat/crowd.js').Member} Member */

const LOOK_EVERY_MS = 100;
const BACK_WITHIN_MS = 30_000;
// On a machine that stalls, acknowledgements may take long to fall behind.
const MOMENT_WITHIN_MS = 15_000;

/**
 * People send messages; the server is killed in the middle and starts again. Each client reconnects, and treats its
 * unacknowledged messages by its policy.
 * @param {object} plan
 * @param {import('../../../load/src/wire/types.js').Endpoint} plan.target
 * @param {number} plan.usersEach of each policy
 * @param {number} plan.rate messages/s of all users together
 * @param {number} plan.before s of sending before the kill
 * @param {number} plan.after s of sending once all are back
 * @param {number} plan.inDoubt the kill waits until so many messages are stored and not acknowledged
 * @param {() => Promise<void>} plan.killAndRestart
 * @param {(crowd: Crowd) => void} plan.onCrowd called with the crowd; the caller closes it
 * @param {(seconds: number, waiting: Record<import('./policies.js').Policy, number>) => void} plan.onLook waiting:
 *   texts typed and not acknowledged so far
 */
export async function crashInTheMiddle(plan) {
  const { target, usersEach, rate, before, after, inDoubt, killAndRestart, onCrowd, onLook } = plan;
  const sessions = await getSessions(target.url, usersEach * NAMES.length);
  const lastId = await readLastId(target.url, sessions[0].cookie);
  const crowd = new Crowd(target);
  onCrowd(crowd);
  await crowd.join(sessions);
  if (crowd.failures.length > 0) throw crowd.failures[0];

  const ledger = new Ledger(newRunName());
  const people = new People(crowd, ledger, lastId);
  let isOver = false;
  const startAt = now();
  const timer = setInterval(() => {
    people.reconnect();
    onLook((now() - startAt) / 1000, people.waiting());
  }, LOOK_EVERY_MS);
  try {
    const evenly = function* () {
      for (let number = 0; ; number++) yield { at: number / rate, sender: number % sessions.length };
    };
    const sending = sendOnSchedule({
      messages: evenly(),
      startAt,
      sendOne: (number, intendedAt, sender) => people.type(sender, number, intendedAt),
      stopped: () => isOver,
    });
    await sleep(before * 1000);
    for (const until = now() + MOMENT_WITHIN_MS; now() < until; await sleep(10)) {
      const newest = await readLastId(target.url, sessions[0].cookie);
      if (newest - lastId - ledger.ack.count >= inDoubt) break;
    }
    await killAndRestart();
    for (const until = now() + BACK_WITHIN_MS; people.away.length > 0 && now() < until;) await sleep(LOOK_EVERY_MS);
    await sleep(after * 1000);
    isOver = true;
    await sending;
    await untilAnswered(ledger);
    await sleep(DRAIN_MS);
  } finally {
    isOver = true;
    clearInterval(timer);
  }
  if (people.failure) throw people.failure;
  onLook((now() - startAt) / 1000, people.waiting());
  const leftAt = now();
  const all = await readAfter(target.url, sessions[0].cookie, lastId);
  const stored = all.filter(({ clientId }) => isOfRun(clientId, ledger.run));
  const weights = fillLedger(crowd, ledger, leftAt);
  const { due, lostDeliveries } = audit(ledger.toJSON(), stored, weights);
  const found = outcomes(Object.fromEntries(ledger.messages), people.unanswered, stored);
  return { found, due, missed: lostDeliveries, away: people.away.length };
}

/** The users: they type, and after a broken connection they reconnect. */
class People {
  /** Messages sent and not acknowledged when the connection broke, by clientId. @type {Set<string>} */
  unanswered = new Set();
  /** Why a client could not read the messages it had missed. @type {Error | undefined} */
  failure;
  /** @type {Set<Member>} */
  #reconnecting = new Set();

  /** @param {Crowd} crowd @param {Ledger} ledger @param {number} lastId newest message before the run */
  constructor(crowd, ledger, lastId) {
    this.crowd = crowd;
    this.ledger = ledger;
    this.lastId = lastId;
    this.sender = new SocketSender(ledger);
  }

  /** @returns {Member[]} without a connection, or still reconnecting */
  get away() {
    return this.crowd.members.filter((member) => isAway(member) || this.#reconnecting.has(member));
  }

  /**
   * Sends a text; a user who is offline types nothing.
   * @param {number} place
   * @param {number} number
   * @param {number} intendedAt
   */
  type(place, number, intendedAt) {
    const member = this.crowd.members[place];
    if (isAway(member) || this.#reconnecting.has(member)) return;
    this.sender.send(member, { sender: place, number, intendedAt });
  }

  /** Each user without a connection tries to reconnect, at every call until it succeeds. */
  reconnect() {
    for (const [place, member] of this.crowd.members.entries()) {
      if (!isAway(member) || this.#reconnecting.has(member)) continue;
      this.#reconnecting.add(member);
      this.#reconnect(place, member).finally(() => this.#reconnecting.delete(member));
    }
  }

  /** @returns {Record<import('./policies.js').Policy, number>} texts without an ack under any of their clientIds */
  waiting() {
    /** @type {Map<string, boolean>} */
    const acked = new Map();
    for (const [clientId, { ackedAt }] of this.ledger.messages) {
      const words = textKeyOf(clientId);
      acked.set(words, (acked.get(words) ?? false) || ackedAt !== undefined);
    }
    const count = { never: 0, newId: 0, sameId: 0 };
    for (const [words, isAcked] of acked) if (!isAcked) count[policyOf(partsOf(words).sender)]++;
    return count;
  }

  /** @param {number} place @param {Member} member */
  async #reconnect(place, member) {
    try {
      await this.crowd.rejoin(member);
    } catch {
      // The server is not back yet; the next look tries again.
      return;
    }
    this.#resend(place, member);
    const frames = this.crowd.library.frames;
    const lastId = frames[member.sequence.at(-1) ?? -1]?.meaning.messages.at(-1)?.id ?? this.lastId;
    try {
      member.caughtUp.push(...(await readAfter(this.crowd.endpoint.url, member.session.cookie, lastId)));
    } catch (error) {
      this.failure ??= /** @type {Error} */ (error);
    }
  }

  /** @param {number} place @param {Member} member */
  #resend(place, member) {
    const policy = policyOf(place);
    if (policy !== 'sameId') this.sender.forget(member);
    for (const [clientId, { ackedAt, code }] of [...this.ledger.messages]) {
      const { sender, number } = partsOf(clientId);
      if (sender !== place || ackedAt !== undefined || code !== undefined) continue;
      this.unanswered.add(clientId);
      if (policy === 'sameId') continue;
      this.ledger.refused(clientId, 'given_up');
      if (policy === 'newId') this.sender.send(member, { sender, number, intendedAt: now() });
    }
    if (policy === 'sameId') this.sender.resend(member);
  }
}

/** @param {Member} member */
const isAway = ({ stays }) => stays[stays.length - 1].to !== null;
