import { Crowd } from '../../../load/src/chat/crowd.js';
import { auditCrowd } from '../../../load/src/chat/crowdAudit.js';
import { sendOnSchedule } from '../../../load/src/chat/openLoop.js';
import { getSessions } from '../../../load/src/server/sessions.js';
import { SocketSender } from '../../../load/src/chat/socketSender.js';
import { readAfter, readLastId } from '../../../load/src/server/http.js';
import { answered } from '../../../load/src/ledger/answered.js';
import { isOfRun, newRunName } from '../../../load/src/ledger/clientIds.js';
import { now } from '../../../load/src/ledger/clock.js';
import { Ledger } from '../../../load/src/ledger/ledger.js';
import { NAMES, outcomes, partsOf, policyOf, wordsOf } from './policies.js';

/** @typedef {import('../../../load/src/chat/crowd.js').Member} Member */

const LOOK_EVERY_MS = 100;
const BACK_WITHIN_MS = 30_000;
// On a machine that stalls, the right moment may have to be waited for.
const MOMENT_WITHIN_MS = 15_000;

/**
 * People talk, the server is killed in the middle and starts again; everybody comes back, and does with what was not
 * acknowledged what their policy says.
 * @param {object} plan
 * @param {import('../../../load/src/wire/meaning.js').Target} plan.target
 * @param {number} plan.usersEach of each policy
 * @param {number} plan.rate messages/s of all
 * @param {number} plan.before s of talk before the kill
 * @param {number} plan.after s of it once everybody is back
 * @param {number} plan.drainMs that receivers stay after the last ack
 * @param {number} plan.inDoubt messages that have to be stored and not acknowledged when the server is killed
 * @param {() => Promise<void>} plan.killAndRestart
 * @param {(ms: number) => Promise<void>} plan.sleep @param {AbortSignal} plan.signal
 * @param {(crowd: Crowd) => void} plan.onCrowd told of it, to be closed in the end
 * @param {(seconds: number, waiting: Record<import('./policies.js').Policy, number>) => void} plan.onLook told what
 *   was typed and has no ack yet
 */
export async function crashInTheMiddle(plan) {
  const { target, usersEach, rate, before, after, drainMs, inDoubt, killAndRestart, sleep, signal, onCrowd, onLook } =
    plan;
  const sessions = await getSessions(target.url, usersEach * NAMES.length);
  const lastId = await readLastId(target.url, sessions[0].cookie);
  const crowd = new Crowd(target);
  onCrowd(crowd);
  await crowd.join(sessions);
  if (crowd.failures.length > 0) throw crowd.failures[0];

  const ledger = new Ledger({ run: newRunName(), target: target.name });
  const people = new People(crowd, ledger, lastId);
  let isOver = false;
  const startAt = now();
  const timer = setInterval(() => {
    people.comeBack();
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
      stopped: () => isOver || signal.aborted,
    });
    await sleep(before * 1000);
    for (const until = now() + MOMENT_WITHIN_MS; now() < until; await sleep(10)) {
      const newest = await readLastId(target.url, sessions[0].cookie);
      if (newest - lastId - ledger.acked >= inDoubt) break;
    }
    await killAndRestart();
    for (const until = now() + BACK_WITHIN_MS; people.away.length > 0 && now() < until;) await sleep(LOOK_EVERY_MS);
    await sleep(after * 1000);
    isOver = true;
    await sending;
    await answered(ledger);
    await sleep(drainMs);
  } finally {
    isOver = true;
    clearInterval(timer);
  }
  if (people.failure) throw people.failure;
  onLook((now() - startAt) / 1000, people.waiting());
  const leftAt = now();
  const all = await readAfter(target.url, sessions[0].cookie, lastId);
  const stored = all.filter(({ clientId }) => isOfRun(clientId, ledger.run));
  const { expected, lost } = auditCrowd(crowd, ledger, leftAt, stored);
  const found = outcomes(Object.fromEntries(ledger.messages), people.unanswered, stored);
  return { found, due: expected, missed: lost, away: people.away.length };
}

/** Those who talk: what they type, and what they do when their connection broke. */
class People {
  /** Of what was sent no ack was there when the connection broke. @type {Set<string>} */
  unanswered = new Set();
  /** Somebody could not read what was missed. @type {Error | undefined} */
  failure;
  /** @type {Set<Member>} */
  #returning = new Set();

  /** @param {Crowd} crowd @param {Ledger} ledger @param {number} lastId of the newest message there was before */
  constructor(crowd, ledger, lastId) {
    this.crowd = crowd;
    this.ledger = ledger;
    this.lastId = lastId;
    this.sender = new SocketSender(ledger);
  }

  /** @returns {Member[]} whose connection is broken, or who are not back yet */
  get away() {
    return this.crowd.members.filter((member) => isAway(member) || this.#returning.has(member));
  }

  /**
   * Who is offline sees it, and types nothing.
   * @param {number} place
   * @param {number} number
   * @param {number} intendedAt
   */
  type(place, number, intendedAt) {
    const member = this.crowd.members[place];
    if (isAway(member) || this.#returning.has(member)) return;
    this.sender.send(member, { sender: place, number, intendedAt });
  }

  /** Whoever's connection broke tries again until there is one. */
  comeBack() {
    for (const [place, member] of this.crowd.members.entries()) {
      if (!isAway(member) || this.#returning.has(member)) continue;
      this.#returning.add(member);
      this.#return(place, member).finally(() => this.#returning.delete(member));
    }
  }

  /**
   * @returns {Record<import('./policies.js').Policy, number>} what was typed and has no ack yet, under whatever
   *   clientId
   */
  waiting() {
    /** @type {Map<string, boolean>} */
    const acked = new Map();
    for (const [clientId, { ackedAt }] of this.ledger.messages) {
      const words = wordsOf(clientId);
      acked.set(words, (acked.get(words) ?? false) || ackedAt !== undefined);
    }
    const count = { never: 0, newId: 0, sameId: 0 };
    for (const [words, isAcked] of acked) if (!isAcked) count[policyOf(partsOf(words).sender)]++;
    return count;
  }

  /** @param {number} place @param {Member} member */
  async #return(place, member) {
    try {
      await this.crowd.rejoin(member);
    } catch {
      // The server is not there yet; the next look tries again.
      return;
    }
    this.#again(place, member);
    const frames = this.crowd.library.frames;
    const lastId = frames[member.sequence.at(-1) ?? -1]?.meaning.messages.at(-1)?.id ?? this.lastId;
    try {
      member.caughtUp.push(...(await readAfter(this.crowd.target.url, member.session.cookie, lastId)));
    } catch (error) {
      this.failure ??= /** @type {Error} */ (error);
    }
  }

  /** @param {number} place @param {Member} member */
  #again(place, member) {
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
    if (policy === 'sameId') this.sender.again(member);
  }
}

/** @param {Member} member */
const isAway = ({ stays }) => stays[stays.length - 1].to !== null;
