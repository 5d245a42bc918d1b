import { sendLoad } from '../chat/sendLoad.js';
import { Ledger } from '../ledger/ledger.js';
import { now } from '../machine/clock.js';
import { connectionOf } from './userConnection.js';

/** @import { UserConnection } from './userConnection.js' */
/** @import { ClientResult } from '../record/runRecord.js' */
/** @import { Arrivals } from './virtualUsers.js' */
/** @import { Context } from './workerThread.js' */
/** @import { ProcessResult, SendOrder } from '../chat/types.js' */

/** The virtual users of one chat: they send on one schedule, and write what they hear into one ledger. */
export class ChatUsers {
  /** @type {string[]} why connections broke */
  broken = [];
  /** @type {string | null} why the first user who failed could not join */
  firstFailure = null;
  /** @type {UserConnection[]} the connections of the users who have joined */
  #connections = [];
  #mayLeave = Promise.withResolvers();
  #hasLeft = false;
  /** @type {ClientResult} the process while it sent */
  #client = { cpuCores: 0, boundBy: [] };

  /** @param {Arrivals} arrivals */
  constructor({ address, sessions }) {
    this.address = address;
    this.sessions = sessions;
    this.ledger = new Ledger('');
    /** Settles when the users may leave. */
    this.mayLeave = this.#mayLeave.promise;
  }

  /** @param {Context} context its user's connection has joined */
  join(context) {
    const { cookie, name } = context.vars;
    const connection = connectionOf(context, this.address, cookie);
    this.#connections.push(connection);
    this.ledger.joined(name, now());
    connection.onMessages((messages) => this.ledger.received(name, messages, now()));
    connection.onBreak(() => {
      if (this.#hasLeft) return;
      this.broken.push('disconnected');
      this.ledger.left(name, now());
    });
  }

  /** @param {Required<Omit<SendOrder, 'senders'>>} order */
  async send({ run, schedule, startAt, share }) {
    const { ledger } = this;
    ledger.run = run;
    this.#client = await sendLoad({ ledger, schedule, share, startAt, connections: this.#connections });
    return { startAt };
  }

  /** Lets its users leave. @returns {ProcessResult} what became of their messages */
  leave() {
    const { ledger, broken } = this;
    this.#hasLeft = true;
    for (const name of ledger.receivers.keys()) ledger.left(name, now());
    this.#mayLeave.resolve(undefined);
    return { ledger: ledger.toJSON(), weights: [], joined: ledger.receivers.size, broken, client: this.#client };
  }
}
