/** @import { Hooks, Link } from './proxy.js' */
/** @import { ChatEvent } from './wires.js' */

/**
 * The proxy injects these faults of a server. proof.test.js shows that the tests see them; `load/run faults` shows that
 * the load client's ledger names them.
 *
 * @typedef {object} Choice selects the messages that a fault breaks
 * @property {(message: any) => boolean} isOurs whether faults may touch this message
 * @property {(message: any) => boolean} isChosen whether to break this message
 * @property {() => void} broke is called for each message that a fault has broken
 */

// This offset lies far above every id of a run.
const FAR = 1_000_000;
// The proxy sends a held message after this time if no other has overtaken it.
const OVERTAKEN_WITHIN_MS = 1000;

/** @type {Choice} */
export const ALL = { isOurs: () => true, isChosen: () => true, broke: () => {} };

/** @param {Choice} choice @param {any} message @returns {boolean} whether it is broken now */
function breaks(choice, message) {
  const isChosen = choice.isChosen(message);
  if (isChosen) choice.broke();
  return isChosen;
}

/** @param {(message: any) => any[]} change gives what is delivered instead @returns {(choice?: Choice) => Hooks} */
const changing =
  (change) =>
  (choice = ALL) => ({
    toClient: (event) => {
      if (event.name !== 'messages') return undefined;
      const messages = event.payload.messages.flatMap((/** @type {any} */ message) =>
        breaks(choice, message) ? change(message) : [message],
      );
      return messages.length > 0 ? [{ ...event, payload: { messages } }] : [];
    },
  });

export const dropping = changing(() => []);
export const doubling = changing((message) => [message, message]);
export const altering = changing((message) => [{ ...message, text: `${message.text} ` }]);
export const renumbering = changing((message) => [message, { ...message, id: message.id + FAR }]);

/** Delivers a message after the next one. @param {Choice} [choice] @returns {Hooks} */
export function swapping(choice = ALL) {
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
        choice.broke();
      }
      return out.length > 0 ? [{ ...event, payload: { messages: out } }] : [];
    },
  };
}

/** @param {ChatEvent} event @param {any} message @param {Link} link */
function hold(event, message, link) {
  const timer = setTimeout(() => {
    link.own.held = undefined;
    link.tell({ ...event, payload: { messages: [message] } });
  }, OVERTAKEN_WITHIN_MS);
  link.own.held = { message, timer };
}

/** Leaves messages out of every page. @param {Choice} [choice] @returns {Hooks} */
export function losing(choice = ALL) {
  /** @type {Map<number, boolean>} whether a message is left out, by id: a second read of a page gives the same */
  const removed = new Map();
  return {
    reply: (exchange) => {
      const page = exchange.is('GET', '/messages') && exchange.json;
      if (!page?.messages) return;
      const messages = page.messages.filter((/** @type {any} */ message) => {
        if (!removed.has(message.id)) removed.set(message.id, breaks(choice, message));
        return !removed.get(message.id);
      });
      exchange.json = { ...page, messages };
    },
  };
}

/** Acknowledges another id, on the socket and by POST. @param {Choice} [choice] @returns {Hooks} */
export function acknowledgingFalsely(choice = ALL) {
  /** @param {any} ack an ack or the answer to a POST @returns {any} undefined: the ack stays as it is */
  const falsified = (ack) => {
    const message = ack?.message;
    if (message && breaks(choice, message)) return { ...ack, message: { ...message, id: message.id + FAR } };
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
