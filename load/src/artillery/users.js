import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import { logIn as logInAt } from '../server/http.js';
import { answered } from '../ledger/answered.js';
import { DRAIN_MS } from '../ledger/audit.js';
import { makeClientId, textOf } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { sendOnSchedule } from '../chat/openLoop.js';
import { ClientWatch } from '../record/clientWatch.js';
import { shapeOf } from '../workload/workloads.js';
import { Shape } from '../workload/shape.js';
import { wireOf } from './wires.js';

/**
 * The virtual users of chat.yml, in Artillery's worker thread.
 *
 * @typedef {object} Plan the hook before the run hands it to each of them
 * @property {string} run begins the clientIds of its messages
 * @property {string} scenario a name of load/workloads
 * @property {number} users of each target @property {number} rate messages/s of each user @property {number} seconds
 * @property {Record<string, Target>} targets by name
 *
 * @typedef {object} Target as its /config says
 * @property {string} url @property {string} host of the address that sockets connect to
 * @property {string} socketUrl @property {string} [key] @property {string} [channel]
 * @property {string} [authUrl] @property {string[]} [features]
 *
 * @typedef {object} Seen they hand it back to the hook after the run
 * @property {number} startAt ms since 1970
 * @property {Record<string, import('../ledger/ledger.js').LedgerRecord>} ledgers by target
 * @property {Record<string, number>} broken connections, by target
 * @property {import('../record/clientWatch.js').ClientUse} used
 *
 * @typedef {{vars: Record<string, any>}} Context
 * @typedef {(error?: Error | null) => void} Next Artillery's Socket.IO engine awaits no promise: a step calls it
 */

/** The channel on which the worker's thread hands over what its users saw. */
export const SEEN = 'chat.yml: what the users saw';

const PASSWORD = 'load-password';
// The last one's connection is quiet by then.
const START_AFTER_MS = 500;

/** The users of one target: they send on one schedule, and write what they hear into one ledger. */
class Side {
  broken = 0;
  /** @type {import('./wires.js').Wire[]} by place */
  #wires = [];
  #isOver = false;

  /** @param {string} name @param {Plan} plan */
  constructor(name, plan) {
    this.plan = plan;
    this.target = plan.targets[name];
    this.ledger = new Ledger({ run: plan.run, target: name });
  }

  /** @param {Context} context of a user whose connection has joined */
  join(context) {
    const { place, cookie } = context.vars;
    const name = nameOf(place);
    const wire = wireOf(context, this.target, cookie);
    this.#wires[place] = wire;
    this.ledger.users++;
    this.ledger.joined(name, now());
    wire.onMessages((messages) => this.ledger.pushed(name, messages, now()));
    wire.onBreak(() => {
      if (this.#isOver) return;
      this.broken++;
      this.ledger.left(name, now());
    });
  }

  /** @param {number} startAt @returns {Promise<void>} when everybody's messages have had time to arrive */
  async send(startAt) {
    const { plan, ledger } = this;
    const shape = new Shape(shapeOf(plan.scenario), plan);
    const sendOne = (/** @type {number} */ number, /** @type {number} */ intendedAt, /** @type {number} */ sender) =>
      this.#send({ sender, number, intendedAt });
    await sendOnSchedule({ messages: shape.messages(), startAt, sendOne });
    await sleep(Math.max(0, startAt + plan.seconds * 1000 - now()));
    await answered(ledger);
    await sleep(DRAIN_MS);
    this.#isOver = true;
    for (const place of this.#wires.keys()) ledger.left(nameOf(place), now());
  }

  /** @param {{sender: number, number: number, intendedAt: number}} message */
  async #send({ sender, number, intendedAt }) {
    const { ledger } = this;
    const wire = this.#wires[sender];
    // Nobody sends for who did not join: its messages stay unsent.
    if (!wire) return;
    const clientId = makeClientId({ run: ledger.run, sender, number, intendedAt });
    ledger.sent(clientId, now());
    const ack = await wire.send(textOf(clientId), clientId);
    ledger.answered(clientId, ack, now());
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
  /** @type {import('../record/clientWatch.js').ClientUse} while it sent */
  #used = { cpuCores: 0, loopDelayP99Ms: 0 };

  /** @param {Plan} plan */
  constructor(plan) {
    this.sides = new Map(Object.keys(plan.targets).map((name) => [name, new Side(name, plan)]));
    this.#awaited = this.#here = plan.users * this.sides.size;
    /** Settles when the sides have ended. */
    this.over = this.#begin.promise.then(async () => {
      this.#startAt = now() + START_AFTER_MS;
      const sent = Promise.all([...this.sides.values()].map((side) => side.send(this.#startAt)));
      await sleep(START_AFTER_MS);
      const watch = new ClientWatch();
      await sleep(plan.seconds * 1000);
      this.#used = watch.stop();
      await sent;
    });
  }

  /** One more has joined, or will not. */
  arrived() {
    if (--this.#awaited === 0) this.#begin.resolve(undefined);
  }

  /** One more is gone; the last one ends the run. */
  left() {
    if (--this.#here > 0) return;
    const sides = [...this.sides];
    /** @type {Seen} */
    const seen = {
      startAt: this.#startAt,
      ledgers: Object.fromEntries(sides.map(([name, { ledger }]) => [name, ledger.toJSON()])),
      broken: Object.fromEntries(sides.map(([name, { broken }]) => [name, broken])),
      used: this.#used,
    };
    const channel = new BroadcastChannel(SEEN);
    channel.postMessage(seen);
    channel.close();
  }
}

/** @type {Run | undefined} */
let run;

/** @param {Context} context @returns {Run} of this thread */
const runOf = ({ vars }) => (run ??= new Run(vars.plan));

/** @param {Context} context @returns {Side} */
const sideOf = (context) => /** @type {Side} */ (runOf(context).sides.get(context.vars.target));

/** @param {number} place */
const nameOf = (place) => `load ${place + 1}`;

/** @param {Context} context @returns {string[]} to which users are handed in turn */
export const targetsOf = ({ vars }) => Object.keys(vars.plan.targets);

/** @param {Context} context @param {unknown} _events @param {Next} next */
export function logIn(context, _events, next) {
  const { vars } = context;
  logInAt(sideOf(context).target.url, { login: nameOf(vars.place), password: PASSWORD }).then(({ cookie }) => {
    vars.cookie = cookie;
    next();
  }, next);
}

/** Stays until everybody's messages are sent and have arrived. @param {Context} context @param {unknown} _events @param {Next} next */
export function chat(context, _events, next) {
  sideOf(context).join(context);
  context.vars.hasJoined = true;
  runOf(context).arrived();
  runOf(context).over.then(() => next(), next);
}

/** @param {Context} context @param {(Error & {code?: string}) | null} error that ended its flow */
export function userIsGone(context, error) {
  if (error) sideOf(context).ledger.error(error.code ?? /** @type {any} */ (error.cause)?.code ?? error.message);
  if (!context.vars.hasJoined) runOf(context).arrived();
  runOf(context).left();
}
