import { contract, errors } from '../suite/contract.js';

/** @typedef {import('../proxy/mutant.js').Exchange} Exchange */

/** Answers with an error of the contract. @param {Exchange} x @param {string} code @param {string} [field] */
export function refuse(x, code, field) {
  const { status, message } = errors[code];
  x.answer(status, { error: { code, message, ...(field ? { field } : {}) } });
}

/**
 * Changes the JSON object of a POST on its way to the server.
 * @param {string} path @param {(sent: any, x: Exchange) => void} change
 */
export const sending = (path, change) => ({
  request: (/** @type {Exchange} */ x) => {
    const sent = x.is('POST', path) && x.sent;
    if (!sent || typeof sent !== 'object') return;
    change(sent, x);
    if (!x.status) x.sent = sent;
  },
});

/**
 * Changes a field where it is a string.
 * @param {string} path @param {string} field @param {(text: string) => string} change
 */
export const rewriting = (path, field, change) =>
  sending(path, (sent) => {
    if (typeof sent[field] === 'string') sent[field] = change(sent[field]);
  });

/**
 * Refuses a field where the test holds.
 * @param {string} path @param {string} field @param {string} code @param {(value: any) => boolean} test
 */
export const refusing = (path, field, code, test) =>
  sending(path, (sent, x) => {
    if (test(sent[field])) refuse(x, code, field);
  });

/**
 * Changes the JSON of an answer.
 * @param {string} method @param {string} path @param {(json: any, x: Exchange) => void} change
 */
export const replying = (method, path, change) => ({
  reply: (/** @type {Exchange} */ x) => {
    const json = x.is(method, path) && x.json;
    if (!json) return;
    change(json, x);
    x.json = json;
  },
});

/** Changes every error with that code. @param {string} code @param {(error: any, x: Exchange) => void} change */
export const erring = (code, change) => ({
  reply: (/** @type {Exchange} */ x) => {
    const json = x.json;
    if (json?.error?.code !== code) return;
    change(json.error, x);
    x.json = json;
  },
});

/** Changes a header of the answers to a path. @param {string} path @param {string} name @param {string} value */
export const heading = (path, name, value) => ({
  reply: (/** @type {Exchange} */ x) => {
    if (x.path.split('?')[0] === path) x.replyHeaders[name] = value;
  },
});

/** Changes the text of /metrics. @param {(text: string, x: Exchange) => string} change */
export const figuring = (change) => ({
  reply: (/** @type {Exchange} */ x) => {
    if (x.is('GET', '/metrics')) x.reply = Buffer.from(change(x.reply.toString(), x));
  },
});

/** A figure that stays as it was first seen. @param {string} name @param {string} [to] */
export const freezing = (name, to) =>
  figuring((text, { memory }) =>
    text.replace(new RegExp(`^${name} (\\S+)$`, 'm'), (_, value) => `${name} ${(memory[name] ??= to ?? value)}`),
  );

/**
 * Changes the events of one name to the client.
 * @param {string} name @param {(payload: any, link: import('../proxy/mutant.js').Link) => any} change the new payload; undefined drops the event
 */
export const telling = (name, change) => ({
  toClient: (
    /** @type {import('../proxy/mutant.js').ChatEvent} */ event,
    /** @type {import('../proxy/mutant.js').Link} */ link,
  ) => {
    if (event.name !== name) return undefined;
    const payload = change(event.payload, link);
    return payload === undefined ? [] : [{ ...event, payload }];
  },
});

/** A chat event as the server would tell it. @param {string} name @param {any} payload */
export const told = (name, payload) => ({ name, payload, rest: { channel: contract.channel } });

/** @param {string} text */
export const codePoints = (text) => [...text].length;
