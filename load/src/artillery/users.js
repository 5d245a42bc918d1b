import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import { logIn as logInAt } from '../server/http.js';
import { answered } from '../ledger/answered.js';
import { DRAIN_MS } from '../ledger/audit.js';
import { makeClientId, textOf } from '../ledger/clientIds.js';
import { followClock, now } from '../ledger/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { sendOnSchedule } from '../chat/openLoop.js';
import { turnsOf } from '../chat/turns.js';
import { clientOf } from '../record/clientBound.js';
import { ClientWatch } from '../record/clientWatch.js';
import { shapeOf } from '../workload/workloads.js';
import { Shape } from '../workload/shape.js';
import { wireOf } from './wires.js';

/**
 * The virtual users of chat.yml, in Artillery's worker thread.
 *
 * @typedef {object} Plan the hook before the run hands it to each of them
 * @property {number} users of each target
 * @property {Record<string, Address>} targets by name
 * @property {ByItself} [alone] what they send, where no other process leads them
 * @property {Array<{name: string, cookie: string}>} [sessions] of users who are logged in already
 * @property {number} [aheadMs] that the leader's clock is ahead of this machine's
 *
 * @typedef {object} ByItself
 * @property {string} run begins the clientIds of its messages
 * @property {string} scenario a name of load/workloads
 * @property {number} rate messages/s of each user @property {number} seconds
 *
 * @typedef {import('./wires.js').Address} Address
 * @typedef {import('../chat/loadClient.js').Part} Part
 * @typedef {{startAt: number, parts: Record<string, Part>}} Seen they hand it back at the end: parts by target
 *
 * @typedef {object} Order to send
 * @property {string} run @property {number} startAt ms since 1970 @property {number} seconds
 * @property {() => Iterator<import('../workload/shape.js').Planned>} messagesOf each target
 * @property {number[]} [turns] of those who joined, among the senders of all hosts
 *
 * @typedef {{vars: Record<string, any>}} Context
 * @typedef {(error?: Error | null) => void} Next Artillery's Socket.IO engine awaits no promise: a step calls it
 */

/** The channel between the worker's thread and the hooks. */
export const CHANNEL = 'chat.yml';

const PASSWORD = 'load-password';
// The last one's connection is quiet by then.
const START_AFTER_MS = 500;

/** The users of one target: they send on one schedule, and write what they hear into one ledger. */
class Side {
  /** @type {string[]} why connections ended */
  ends = [];
  /** @type {import('./wires.js').Wire[]} by place */
  #wires = [];
  #isOver = false;

  /** @param {string} name @param {Address} target */
  constructor(name, target) {
    this.target = target;
    this.ledger = new Ledger({ run: '', target: name });
  }

  /** @param {Context} context of a user whose connection has joined */
  join(context) {
    const { place, cookie, name } = context.vars;
    const wire = wireOf(context, this.target, cookie);
    this.#wires[place] = wire;
    this.ledger.users++;
    this.ledger.joined(name, now());
    wire.onMessages((messages) => this.ledger.pushed(name, messages, now()));
    wire.onBreak(() => {
      if (this.#isOver) return;
      this.ends.push('disconnected');
      this.ledger.left(name, now());
    });
  }

  /** @param {Order} order @returns {Promise<number>} ms since 1970, when all was sent: each has its answer then */
  async send({ run, startAt, seconds, messagesOf, turns }) {
    const { ledger } = this;
    ledger.run = run;
    const wires = turns ? Object.values(this.#wires) : this.#wires;
    const sendOne = async (
      /** @type {number} */ number,
      /** @type {number} */ intendedAt,
      /** @type {number} */ place,
    ) => {
      // Nobody sends for who did not join: its messages stay unsent.
      if (!wires[place]) return;
      const clientId = makeClientId({ run, sender: turns?.[place] ?? place, number, intendedAt });
      ledger.sent(clientId, now());
      ledger.answered(clientId, await wires[place].send(textOf(clientId), clientId), now());
    };
    await sendOnSchedule({ messages: messagesOf(), startAt, sendOne });
    await sleep(Math.max(0, startAt + seconds * 1000 - now()));
    const sentUntil = now();
    await answered(ledger);
    return sentUntil;
  }

  /** Its connections end now. */
  leave() {
    this.#isOver = true;
    for (const name of this.ledger.receivers.keys()) this.ledger.left(name, now());
  }

  /** @param {import('../record/clientWatch.js').ClientUse} used @returns {Part} what became of its messages */
  seen(used) {
    const { ledger, ends } = this;
    return { ledger: ledger.toJSON(), sizes: [], joined: ledger.users, ends, client: clientOf(ledger, used) };
  }
}

/** All users of the run: it begins when each has joined or failed, and is handed over when each is gone. */
class Run {
  /** @type {Map<string, Side>} */
  sides;
  #awaited;
  #here;
  #begin = Promise.withResolvers();
  #startAt = 0;
  /** @type {string | null} why the first that failed did not join */
  #why = null;
  /** @type {import('../record/clientWatch.js').ClientUse} while it sent */
  #used = { cpuCores: 0, loopDelayP99Ms: 0 };

  /** @param {Plan} plan */
  constructor({ targets, users, alone, aheadMs = 0 }) {
    followClock(aheadMs);
    this.sides = new Map(Object.entries(targets).map(([name, target]) => [name, new Side(name, target)]));
    this.#awaited = this.#here = users * this.sides.size;
    /** Settles when the users may leave. */
    this.over = this.#begin.promise.then(async () => {
      await (alone ? this.#chatAlone(alone, users) : this.#chatWithOthers());
      for (const side of this.sides.values()) side.leave();
    });
  }

  /** One more has joined, or will not. @param {Error} [error] why not */
  arrived(error) {
    if (error) this.#why ??= error.message;
    if (--this.#awaited === 0) this.#begin.resolve(undefined);
  }

  /** One more is gone; the last one ends the run. */
  left() {
    if (--this.#here > 0) return;
    const parts = [...this.sides].map(([name, side]) => [name, side.seen(this.#used)]);
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ startAt: this.#startAt, parts: Object.fromEntries(parts) });
    channel.close();
  }

  /** @param {ByItself} plan @param {number} users */
  async #chatAlone({ run, scenario, rate, seconds }, users) {
    const shape = new Shape(shapeOf(scenario), { users, rate, seconds });
    await this.#send({ run, seconds, startAt: now() + START_AFTER_MS, messagesOf: () => shape.messages() });
    await sleep(DRAIN_MS);
  }

  /** The leader of several hosts says when to send what, and when to leave. */
  async #chatWithOthers() {
    const joined = [...this.sides.values()].reduce((sum, { ledger }) => sum + ledger.users, 0);
    const { run, startAt, schedule, share } = await nextOrder({ joined, why: this.#why });
    const messagesOf = () => turnsOf({ ...schedule, ...share });
    const sentUntil = await this.#send({ ...{ run, startAt, messagesOf }, ...schedule, turns: share.turns });
    await nextOrder({ startAt, sentUntil });
  }

  /** @param {Order} order @returns {Promise<number>} ms since 1970, when all was sent */
  async #send(order) {
    this.#startAt = order.startAt;
    const sent = Promise.all([...this.sides.values()].map((side) => side.send(order)));
    await sleep(order.startAt - now());
    const watch = new ClientWatch();
    await sleep(order.seconds * 1000);
    this.#used = watch.stop();
    return Math.max(...(await sent));
  }
}

/** @param {object} done that was ordered before @returns {Promise<any>} what the leader orders next */
async function nextOrder(done) {
  const channel = new BroadcastChannel(CHANNEL);
  const next = once(channel, 'message');
  channel.postMessage(done);
  const [{ data }] = await next;
  channel.close();
  return data;
}

/** @type {Run | undefined} */
let run;

/** @param {Context} context @returns {Run} of this thread */
const runOf = ({ vars }) => (run ??= new Run(vars.plan));

/** @param {Context} context @returns {Side} */
const sideOf = (context) => /** @type {Side} */ (runOf(context).sides.get(context.vars.target));

/** @param {Context} context @returns {string[]} to which users are handed in turn */
export const targetsOf = ({ vars }) => Object.keys(vars.plan.targets);

/** @param {Context} context @param {unknown} _events @param {Next} next */
export function logIn(context, _events, next) {
  const { vars } = context;
  const session = vars.plan.sessions?.[vars.place];
  vars.name = session?.name ?? `load ${vars.place + 1}`;
  const loggedIn = session
    ? Promise.resolve(session)
    : logInAt(sideOf(context).target.url, { login: vars.name, password: PASSWORD });
  loggedIn.then(({ cookie }) => {
    vars.cookie = cookie;
    next();
  }, next);
}

/**
 * Stays until everybody's messages are sent and have arrived.
 * @param {Context} context @param {unknown} _events @param {Next} next
 */
export function chat(context, _events, next) {
  sideOf(context).join(context);
  context.vars.hasJoined = true;
  runOf(context).arrived();
  runOf(context).over.then(() => next(), next);
}

/** @param {Context} context @param {(Error & {code?: string}) | null} error that ended its flow */
export function userIsGone(context, error) {
  if (error) sideOf(context).ledger.error(error.code ?? /** @type {any} */ (error.cause)?.code ?? error.message);
  if (!context.vars.hasJoined) runOf(context).arrived(error ?? undefined);
  runOf(context).left();
}
