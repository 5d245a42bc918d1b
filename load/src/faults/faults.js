import { isOfRun } from '../ledger/clientIds.js';

/**
 * Faults of a server. A proxy before a correct server injects them, so their number is known.
 *
 * @typedef {keyof typeof FAULTS} FaultKind
 * @typedef {import('../../../contract/harness/proxy.js').Hooks} Hooks
 * @typedef {import('../../../contract/harness/proxy.js').Link} Link
 *
 * @typedef {object} Injection
 * @property {string | null} name the name that the ledger has to give the fault; null: nothing is injected
 * @property {number} [oneIn] the fault breaks one in so many deliveries, acks or stored messages
 * @property {(choice: Choice) => Hooks} hooks of the proxy
 */

// Far above every id of a run.
const FAR = 1_000_000;
// A held message is sent after this time if no other has overtaken it.
const OVERTAKEN_WITHIN_MS = 1000;
// A prime above the number of receivers, so that the faults of different messages fall on different receivers.
const ONE_IN_DELIVERIES = 97;
// There are fewer acks and stored messages than deliveries.
const ONE_IN_MESSAGES = 7;

/** @satisfies {Record<string, Injection>} */
export const FAULTS = {
  none: { name: null, hooks: () => ({}) },
  drop: { name: 'lost', hooks: changing(() => []) },
  double: { name: 'duplicated', hooks: changing((message) => [message, message]) },
  swap: { name: 'out of order', hooks: swapping },
  renumber: { name: 'wrong id', hooks: changing((message) => [message, { ...message, id: message.id + FAR }]) },
  alter: { name: 'altered', hooks: changing((message) => [{ ...message, text: `${message.text} ` }]) },
  lose: { name: 'acknowledged but not stored', oneIn: ONE_IN_MESSAGES, hooks: losing },
  falseAck: { name: 'false ack', oneIn: ONE_IN_MESSAGES, hooks: acknowledgingFalsely },
};

export const FAULT_KINDS = /** @type {FaultKind[]} */ (Object.keys(FAULTS));

/**
 * @param {FaultKind} kind
 * @param {string} run only messages of this run are broken: their clientIds begin with it
 * @returns {{hooks: Hooks, injected: () => number}} injected: how many faults there are so far
 */
export function injectorOf(kind, run) {
  /** @type {Injection} */
  const { oneIn = ONE_IN_DELIVERIES, hooks } = FAULTS[kind];
  const choice = new Choice(run, oneIn);
  return { hooks: hooks(choice), injected: () => choice.injected };
}

/** Chooses what is broken, and counts it. */
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

  /** @param {any} message @returns {boolean} whether it is the message's turn to be broken */
  isChosen(message) {
    return this.isOurs(message) && ++this.#seenCount % this.oneIn === 0;
  }

  /** Like isChosen, for a message that is broken at once: counts it. @param {any} message */
  breaks(message) {
    const isChosen = this.isChosen(message);
    if (isChosen) this.injected++;
    return isChosen;
  }
}

/** @param {(message: any) => any[]} change gives what is delivered instead @returns {Injection['hooks']} */
function changing(change) {
  return (choice) => ({
    toClient: (event) => {
      if (event.name !== 'messages') return undefined;
      const messages = event.payload.messages.flatMap((/** @type {any} */ message) =>
        choice.breaks(message) ? change(message) : [message],
      );
      return messages.length > 0 ? [{ ...event, payload: { messages } }] : [];
    },
  });
}

/** @type {Injection['hooks']} */
function losing(choice) {
  /** @type {Map<number, boolean>} what became of each message, by id: a page that is read again says the same */
  const removedMessages = new Map();
  return {
    reply: (exchange) => {
      const page = exchange.is('GET', '/messages') && exchange.json;
      if (!page?.messages) return;
      const keptMessages = page.messages.filter((/** @type {any} */ message) => {
        if (!removedMessages.has(message.id)) removedMessages.set(message.id, choice.breaks(message));
        return !removedMessages.get(message.id);
      });
      exchange.json = { ...page, messages: keptMessages };
    },
  };
}

/** @type {Injection['hooks']} */
function acknowledgingFalsely(choice) {
  /** @param {any} ack of a socket, or the answer to a POST @returns {any} undefined: it stays as it is */
  const falsified = (ack) => {
    const message = ack?.message;
    return message && choice.breaks(message) ? { ...ack, message: { ...message, id: message.id + FAR } } : undefined;
  };
  return {
    toClient: (event) => {
      const payload = event.name === 'ack' && falsified(event.payload);
      return payload ? [{ ...event, payload }] : undefined;
    },
    reply: (exchange) => {
      if (exchange.is('POST', '/messages')) exchange.json = falsified(exchange.json) ?? exchange.json;
    },
  };
}

/** @type {Injection['hooks']} */
function swapping(choice) {
  return {
    toClient: (event, link) => {
      if (event.name !== 'messages') return undefined;
      const out = [];
      for (const message of event.payload.messages) {
        if (!link.own.held && choice.isChosen(message)) {
          hold(event, message, link);
          continue;
        }
        out.push(message);
        if (!link.own.held || !choice.isOurs(message)) continue;
        out.push(link.own.held.message);
        clearTimeout(link.own.held.timer);
        link.own.held = undefined;
        choice.injected++;
      }
      return out.length > 0 ? [{ ...event, payload: { messages: out } }] : [];
    },
  };
}

/** @param {import('../../../contract/harness/proxy.js').ChatEvent} event @param {any} message @param {Link} link */
function hold(event, message, link) {
  const timer = setTimeout(() => {
    link.own.held = undefined;
    link.tell({ ...event, payload: { messages: [message] } });
  }, OVERTAKEN_WITHIN_MS);
  link.own.held = { message, timer };
}
