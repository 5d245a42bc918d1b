/**
 * Faults of a server and the names that the ledger has to give them. A proxy before a correct server injects them, so
 * their number is known.
 *
 * @typedef {'none' | 'drop' | 'double' | 'swap' | 'renumber' | 'alter' | 'lose' | 'falseAck'} FaultKind
 * @typedef {import('../../../contract/proxy.js').Hooks} Hooks
 * @typedef {import('../../../contract/proxy.js').Link} Link
 *
 * @typedef {object} Injection
 * @property {Hooks} hooks for the proxy
 * @property {() => number} injected so far
 */

/** @type {Record<FaultKind, string | null>} */
export const NAMES = {
  none: null,
  drop: 'lost',
  double: 'duplicated',
  swap: 'out of order',
  renumber: 'wrong id',
  alter: 'altered',
  lose: 'acknowledged but not stored',
  falseAck: 'false ack',
};

export const FAULT_KINDS = /** @type {FaultKind[]} */ (Object.keys(NAMES));

// No message of a run comes near it.
const FAR = 1_000_000;
// A message that waits to be overtaken goes alone when no other comes.
const OVERTAKEN_WITHIN_MS = 1000;

/**
 * @param {FaultKind} kind @param {number} oneIn deliveries, acks or messages that one of is broken
 * @param {string} run the clientIds of the messages that may be broken begin with it; '' for all messages
 * @returns {Injection}
 */
export function injection(kind, oneIn, run) {
  let seen = 0;
  let injected = 0;
  const ours = (/** @type {any} */ { clientId }) => String(clientId).startsWith(run);
  const chosen = () => ++seen % oneIn === 0;
  const inject = (/** @type {any} */ result) => {
    injected++;
    return result;
  };
  /** @type {(change: (message: any) => any[]) => Pick<Hooks, 'toClient'>} what becomes of a chosen delivery */
  const deliveries = (change) => ({
    toClient: (event) => {
      if (event.name !== 'messages') return undefined;
      const messages = event.payload.messages.flatMap((/** @type {any} */ message) =>
        ours(message) && chosen() ? inject(change(message)) : [message],
      );
      return messages.length > 0 ? [{ ...event, payload: { messages } }] : [];
    },
  });

  /** @type {Record<FaultKind, () => Hooks>} */
  const hooks = {
    none: () => ({}),
    drop: () => deliveries(() => []),
    double: () => deliveries((message) => [message, message]),
    renumber: () => deliveries((message) => [message, { ...message, id: message.id + FAR }]),
    alter: () => deliveries((message) => [{ ...message, text: `${message.text} ` }]),
    swap: () => swapping(ours, chosen, () => injected++),
    lose: () => {
      /** @type {Map<number, boolean>} what became of each message, by id: a page that is read again says the same */
      const gone = new Map();
      return {
        reply: (x) => {
          const page = x.is('GET', '/messages') && x.json;
          if (!page?.messages) return;
          const kept = page.messages.filter((/** @type {any} */ message) => {
            if (!gone.has(message.id)) gone.set(message.id, ours(message) && chosen() && inject(true));
            return !gone.get(message.id);
          });
          x.json = { ...page, messages: kept };
        },
      };
    },
    falseAck: () => ({
      toClient: (event) => {
        if (event.name !== 'ack' || !event.payload?.ok || !ours(event.payload.message) || !chosen()) return undefined;
        const { message } = event.payload;
        return inject([{ ...event, payload: { ...event.payload, message: { ...message, id: message.id + FAR } } }]);
      },
    }),
  };
  return { hooks: hooks[kind](), injected: () => injected };
}

/**
 * @param {(message: any) => boolean} ours @param {() => boolean} chosen @param {() => void} swapped
 * @returns {Pick<Hooks, 'toClient'>}
 */
function swapping(ours, chosen, swapped) {
  return {
    toClient: (event, link) => {
      if (event.name !== 'messages') return undefined;
      const out = [];
      for (const message of event.payload.messages) {
        if (!link.own.held && ours(message) && chosen()) {
          hold(event, message, link);
          continue;
        }
        out.push(message);
        if (!link.own.held || !ours(message)) continue;
        out.push(link.own.held.message);
        clearTimeout(link.own.held.timer);
        link.own.held = undefined;
        swapped();
      }
      return out.length > 0 ? [{ ...event, payload: { messages: out } }] : [];
    },
  };
}

/** @param {import('../../../contract/proxy.js').ChatEvent} event @param {any} message @param {Link} link */
function hold(event, message, link) {
  const timer = setTimeout(() => {
    link.own.held = undefined;
    link.tell({ ...event, payload: { messages: [message] } });
  }, OVERTAKEN_WITHIN_MS);
  link.own.held = { message, timer };
}
