import fs from 'node:fs';

const contract = new URL('../../contract/contract.json', import.meta.url);
export const { errors, limits, names, patterns } = JSON.parse(fs.readFileSync(contract, 'utf8'));

/** An error of contract.json, by its code. Socket.IO sends `data` to a client that it refuses. */
export class ChatError extends Error {
  constructor(code, field) {
    const { status, message } = errors[code];
    super(message);
    this.status = status;
    this.data = { code, message, field };
  }
}

/** How a text is read, and what it may not be; contract/vectors.json has the edge cases. */
const USUAL = { empty: 'empty_field', blank: /^\s*$/, forbidden: /\p{Cc}/u, sizeOf: (text) => [...text].length };
const RULES = {
  login: { ...USUAL, max: limits.loginMax, tidy: (login) => login.trim().normalize('NFC') },
  password: { ...USUAL, max: limits.passwordMaxBytes, blank: /^$/, sizeOf: Buffer.byteLength },
  text: { ...USUAL, max: limits.textMax, forbidden: /[^\P{Cc}\t\n]/u, empty: 'empty_text' },
};

/** A text of a body, as the chat stores it. */
export function textOf(body, field) {
  const { tidy = (text) => text, blank, empty, forbidden, sizeOf, max } = RULES[field];
  const sent = body[field] ?? '';
  if (typeof sent !== 'string') throw new ChatError(`${field}_invalid`, field);
  const text = tidy(sent.replaceAll('\r\n', '\n'));
  if (blank.test(text)) throw new ChatError(empty, field);
  if (forbidden.test(text)) throw new ChatError(`${field}_invalid`, field);
  if (sizeOf(text) > max) throw new ChatError(`${field}_too_long`, field);
  return text;
}

export function clientIdOf({ clientId }) {
  if (typeof clientId === 'string' && new RegExp(patterns.clientId).test(clientId)) return clientId;
  throw new ChatError('client_id_invalid', 'clientId');
}

/** A whole number of the query; undefined: missing. */
export function numberOf(query, name, least, most) {
  const digits = query[name];
  if (digits === undefined) return undefined;
  if (/^\d+$/.test(digits) && digits >= least && digits <= most) return Number(digits);
  throw new ChatError('invalid_parameter', name);
}

/** A JSON object without lone surrogates, which JSON.stringify writes as \ud800 to \udfff. */
export function objectOf(value) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && !/\\ud[89a-f]/.test(JSON.stringify(value).replaceAll('\\\\', ''))) return value;
  throw new ChatError('bad_json');
}

const scripts = [...names.scripts.join(' ').split(' '), ...names.scriptsTogether].map(
  (together) => `[${together.replaceAll(/\w+/g, '\\p{scx=$&}')}${names.inEveryScript}]+`,
);
export const NEW_NAME = new RegExp(`^(?=(?:${names.characters})+$)(?:${scripts.join('|')})$`, 'u');
/** Names with the same key belong to one user. */
export const keyOf = (name) => name.normalize('NFKC').toUpperCase().toLowerCase();
