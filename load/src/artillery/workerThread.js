import { BroadcastChannel } from 'node:worker_threads';
import { followClock } from '../machine/clock.js';
import { ChatUsers } from './chatUsers.js';

/** @import { Arrivals } from './virtualUsers.js' */

/**
 * The virtual users of chat.yml, in Artillery's worker thread.
 *
 * @typedef {Record<string, Arrivals>} ArrivalsBySide what the hook before the run hands to each user
 * @typedef {{vars: Record<string, any>}} Context
 * @typedef {(error?: Error | null) => void} Next Artillery's Socket.IO engine awaits no promise: a step calls it
 */

/** The hooks send {side, send} or {side, leave} to the worker thread, which answers {side, answer}. */
export const CHANNEL = 'chat.yml';

/** All users of this thread. They take orders when each user has joined or failed. */
class ThreadUsers {
  /** @type {Map<string, ChatUsers>} keys: names of chats */
  sides;
  #awaited;
  #channel = new BroadcastChannel(CHANNEL).unref();

  /** @param {ArrivalsBySide} arrivals */
  constructor(arrivals) {
    const all = Object.values(arrivals);
    followClock(all[0].aheadMs);
    this.sides = new Map(all.map((own) => [own.side, new ChatUsers(own)]));
    this.#awaited = all.reduce((sum, { sessions }) => sum + sessions.length, 0);
    this.#channel.onmessage = async ({ data: { side: name, send } }) => {
      const side = this.sides.get(name);
      if (side) this.#answer(name, send ? await side.send(send) : side.leave());
    };
  }

  /** Counts a user that has joined or failed. */
  joinEnded() {
    if (--this.#awaited > 0) return;
    for (const [name, { ledger, firstFailure }] of this.sides)
      this.#answer(name, { joined: ledger.receivers.size, why: firstFailure });
  }

  /** @param {string} side @param {object} answer */
  #answer(side, answer) {
    this.#channel.postMessage({ side, answer });
  }
}

/** @type {ThreadUsers | undefined} */
let users;

/** @param {Context} context any user's @returns {ThreadUsers} */
const usersOf = ({ vars }) => (users ??= new ThreadUsers(vars.arrivals));

/** @param {Context} context @returns {ChatUsers} */
const sideOf = (context) => /** @type {ChatUsers} */ (usersOf(context).sides.get(context.vars.side));

/** @param {Context} context @returns {Array<{side: string, wire: string}>} the chats that users join in turn */
export const sidesOf = ({ vars }) =>
  Object.values(/** @type {ArrivalsBySide} */ (vars.arrivals)).map(({ side, address: { wire } }) => ({ side, wire }));

/** Each user was logged in before the run. @param {Context} context @param {unknown} _events @param {Next} next */
export function takeSession(context, _events, next) {
  const { address, sessions } = sideOf(context);
  Object.assign(context.vars, sessions[context.vars.index], { chat: address });
  next();
}

/**
 * Keeps a user in the chat until the leader says that the users may leave.
 * @param {Context} context @param {unknown} _events @param {Next} next
 */
export function stay(context, _events, next) {
  sideOf(context).join(context);
  context.vars.hasJoined = true;
  usersOf(context).joinEnded();
  sideOf(context).mayLeave.then(() => next(), next);
}

/** @param {Context} context @param {(Error & {code?: string}) | null} error the one that ended the user's flow */
export function userIsGone(context, error) {
  const side = sideOf(context);
  if (error) side.ledger.error(error.code ?? /** @type {any} */ (error.cause)?.code ?? error.message);
  if (context.vars.hasJoined) return;
  side.firstFailure ??= error?.message ?? null;
  usersOf(context).joinEnded();
}
