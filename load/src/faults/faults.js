import {
  acknowledgingFalsely,
  altering,
  doubling,
  dropping,
  losing,
  renumbering,
  swapping,
} from '../../../contract/harness/faults.js';
import { isOfRun } from '../ledger/clientIds.js';

/** @import { Hooks } from '../../../contract/harness/proxy.js' */

/**
 * Faults that a proxy before a correct server injects, so their number is known.
 *
 * @typedef {keyof typeof FAULTS} FaultKind
 *
 * @typedef {object} Injection
 * @property {string | null} name the name that the ledger has to give the fault; null: nothing is injected
 * @property {number} [oneIn] the fault breaks one in this many deliveries, acks or stored messages
 * @property {(choice: Choice) => Hooks} hooks makes the proxy's hooks
 */

// This is a prime above the number of receivers, so that faults of different messages fall on different receivers.
const ONE_IN_DELIVERIES = 97;
// Acks and stored messages are fewer than deliveries, so a greater part of them is broken.
const ONE_IN_MESSAGES = 7;

/** @satisfies {Record<string, Injection>} */
export const FAULTS = {
  none: { name: null, hooks: () => ({}) },
  drop: { name: 'lost', hooks: dropping },
  double: { name: 'duplicated', hooks: doubling },
  swap: { name: 'out of order', hooks: swapping },
  renumber: { name: 'wrong id', hooks: renumbering },
  alter: { name: 'altered', hooks: altering },
  lose: { name: 'acknowledged but not stored', oneIn: ONE_IN_MESSAGES, hooks: losing },
  falseAck: { name: 'false ack', oneIn: ONE_IN_MESSAGES, hooks: acknowledgingFalsely },
};

export const FAULT_KINDS = /** @type {FaultKind[]} */ (Object.keys(FAULTS));

/**
 * @param {FaultKind} kind
 * @param {string} run prefix of the clientIds: only messages of this run are broken
 * @returns {{hooks: Hooks, injected: () => number}} injected: number of faults so far
 */
export function injectorOf(kind, run) {
  /** @type {Injection} */
  const { oneIn = ONE_IN_DELIVERIES, hooks } = FAULTS[kind];
  const choice = new Choice(run, oneIn);
  return { hooks: hooks(choice), injected: () => choice.injected };
}

/** Chooses what is broken, and counts it, as contract/harness/faults.js asks. */
class Choice {
  injected = 0;
  #seenCount = 0;

  /** @param {string} run @param {number} oneIn */
  constructor(run, oneIn) {
    this.run = run;
    this.oneIn = oneIn;
  }

  /** @param {any} message */
  isOurs({ clientId }) {
    return isOfRun(clientId, this.run);
  }

  /** @param {any} message */
  isChosen(message) {
    return this.isOurs(message) && ++this.#seenCount % this.oneIn === 0;
  }

  broke() {
    this.injected++;
  }
}
