import { setTimeout as sleep } from 'node:timers/promises';
import { sendOnSchedule } from '../../../load/src/schedule/openLoop.js';
import { getSessions } from '../../../load/src/server/sessions.js';
import { readAfter, readLastId } from '../../../load/src/server/contractClient.js';
import { untilAnswered } from '../../../load/src/ledger/untilAnswered.js';
import { DRAIN_MS } from '../../../load/src/ledger/audit.js';
import { clientIdFields, isOfRun, makeClientId, newRunName, textOf } from '../../../load/src/ledger/clientIds.js';
import { now } from '../../../load/src/machine/clock.js';
import { Ledger } from '../../../load/src/ledger/ledger.js';
import { NAMES, outcomes, policyOf, textKeyOf } from './policies.js';

/** @import { Crowd, Member } from '../../../load/src/chat/crowd.js' */
/** @import { Policy } from './policies.js' */
/** @import { Session } from '../../../load/src/wire/types.js' */

const LOOK_EVERY_MS = 100;
const BACK_WITHIN_MS = 30_000;
// On a machine that stalls, acknowledgements may take long to fall behind.
const MOMENT_WITHIN_MS = 15_000;

/**
 * People send messages; the server is killed in the middle and starts again. Each client reconnects, and treats its
 * unacknowledged messages by its policy.
 * @param {object} plan
 * @param {Crowd} plan.crowd without members
 * @param {number} plan.usersEach number of users of each policy
 * @param {number} plan.rate messages/s of all users together
 * @param {number} plan.before users send so many s before the kill
 * @param {number} plan.after users send so many s after all are back
 * @param {number} plan.inDoubt the kill waits until this many messages are stored and not acknowledged
 * @param {() => Promise<void>} plan.killAndRestart
 * @param {(seconds: number, waiting: Record<Policy, number>) => void} plan.onLook waiting: number of typed
 *   texts without an ack so far
 */
export async function crashInTheMiddle(plan) {
  const { crowd, usersEach, rate, before, after, inDoubt, killAndRestart, onLook } = plan;
  const { url } = crowd.endpoint;
  const sessions = await getSessions(url, usersEach * NAMES.length);
  const lastId = await readLastId(url, sessions[0].cookie);
  const ledger = new Ledger(newRunName());
  const people = await Promise.all(
    sessions.map(async (session, index) => {
      const person = new Person({ crowd, ledger, session, index, lastId });
      await person.connect();
      return person;
    }),
  );
  const away = () => people.filter((person) => person.isAway);
  let isOver = false;
  const startAt = now();
  const timer = setInterval(() => {
    // While the server is away, each look tries again. A message that a person cannot read counts as missed.
    for (const person of away()) person.comeBack().catch(() => {});
    onLook((now() - startAt) / 1000, waitingIn(ledger));
  }, LOOK_EVERY_MS);
  try {
    const evenly = function* () {
      for (let number = 0; !isOver; number++) yield { at: number / rate, sender: number % people.length, number };
    };
    const sending = sendOnSchedule({
      messages: evenly(),
      startAt,
      sendOne: (number, intendedAt, sender) => people[sender].type(number, intendedAt),
    });
    await sleep(before * 1000);
    for (const until = now() + MOMENT_WITHIN_MS; now() < until; await sleep(10)) {
      const newest = await readLastId(url, sessions[0].cookie);
      if (newest - lastId - ledger.ack.count >= inDoubt) break;
    }
    await killAndRestart();
    for (const until = now() + BACK_WITHIN_MS; away().length > 0 && now() < until;) await sleep(LOOK_EVERY_MS);
    await sleep(after * 1000);
    isOver = true;
    await sending;
    await untilAnswered(ledger);
    await sleep(DRAIN_MS);
  } finally {
    isOver = true;
    clearInterval(timer);
  }
  onLook((now() - startAt) / 1000, waitingIn(ledger));
  const all = await readAfter(url, sessions[0].cookie, lastId);
  const stored = all.filter(({ clientId }) => isOfRun(clientId, ledger.run));
  const unanswered = new Set(people.flatMap((person) => [...person.unanswered]));
  const found = outcomes(Object.fromEntries(ledger.messages), unanswered, stored);
  const missed = people.flatMap(({ ids }) => stored.filter(({ id }) => !ids.has(id))).length;
  return { found, due: stored.length * people.length, missed, away: away().length };
}

/** @param {Ledger} ledger @returns {Record<Policy, number>} texts without an ack for any of their clientIds */
function waitingIn(ledger) {
  /** @type {Map<string, boolean>} */
  const acked = new Map();
  for (const [clientId, { ackedAt }] of ledger.messages) {
    const words = textKeyOf(clientId);
    acked.set(words, (acked.get(words) ?? false) || ackedAt !== undefined);
  }
  const count = { never: 0, newId: 0, sameId: 0 };
  for (const [words, isAcked] of acked) if (!isAcked) count[policyOf(clientIdFields(words).sender)]++;
  return count;
}

/** A user who types, and after a broken connection reconnects, resends by policy and reads the missed messages. */
class Person {
  /** ClientIds of messages that were not acknowledged when the connection broke. @type {Set<string>} */
  unanswered = new Set();
  /** @type {Member[]} one for each connection, the newest last */
  #members = [];
  /** @type {Array<{id: number}>} missed messages that the user read from the store */
  #read = [];
  #isReconnecting = false;

  /**
   * @param {object} parts
   * @param {Crowd} parts.crowd
   * @param {Ledger} parts.ledger
   * @param {Session} parts.session
   * @param {number} parts.index the user's among all users
   * @param {number} parts.lastId id of the newest message before the run
   */
  constructor({ crowd, ledger, session, index, lastId }) {
    this.crowd = crowd;
    this.ledger = ledger;
    this.session = session;
    this.index = index;
    this.lastId = lastId;
  }

  /** @returns {boolean} whether the user has no connection, or is still reconnecting */
  get isAway() {
    return this.#isReconnecting || this.#members.at(-1)?.leftAt !== null;
  }

  /** @returns {Set<number>} ids that were pushed to the user or read */
  get ids() {
    const { frames } = this.crowd.library;
    const pushed = this.#members.flatMap(({ sequence }) => sequence.flatMap((index) => frames[index].meaning.messages));
    return new Set([...pushed, ...this.#read].map(({ id }) => id));
  }

  /** @returns {Promise<void>} settles when the user has joined @throws {Error} that says why the user could not join */
  async connect() {
    this.#members.push(await this.crowd.add(this.session));
  }

  /** Sends a text; a user who is away types nothing. @param {number} number @param {number} intendedAt */
  type(number, intendedAt) {
    if (!this.isAway) this.#sendNew(number, intendedAt);
  }

  /** Reconnects, resends and reads missed messages. @throws {Error} that says which step failed */
  async comeBack() {
    if (this.#isReconnecting) return;
    this.#isReconnecting = true;
    const lastId = Math.max(this.lastId, ...this.ids);
    try {
      await this.connect();
      this.#resend();
      this.#read.push(...(await readAfter(this.crowd.endpoint.url, this.session.cookie, lastId)));
    } finally {
      this.#isReconnecting = false;
    }
  }

  #resend() {
    const policy = policyOf(this.index);
    for (const [clientId, { ackedAt, code }] of [...this.ledger.messages]) {
      const { sender, number } = clientIdFields(clientId);
      if (sender !== this.index || ackedAt !== undefined || code !== undefined) continue;
      this.unanswered.add(clientId);
      if (policy === 'sameId') this.#send(clientId);
      else this.ledger.refused(clientId, 'given_up');
      if (policy === 'newId') this.#sendNew(number, now());
    }
  }

  /** @param {number} number @param {number} intendedAt */
  #sendNew(number, intendedAt) {
    this.#send(makeClientId({ run: this.ledger.run, sender: this.index, number, intendedAt }));
  }

  /** @param {string} clientId */
  async #send(clientId) {
    this.ledger.sent(clientId, now());
    const ack = await this.#members.at(-1)?.connection.send(textOf(clientId), clientId);
    this.ledger.answered(clientId, ack, now());
  }
}
