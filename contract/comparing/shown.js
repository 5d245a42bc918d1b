import { limits } from '../suite/contract.js';
import { allow } from './allowed.js';

/**
 * What a server showed, in the form in which both must be equal. What the contract lets differ is made equal here and nowhere
 * else, each time beside the sentence that lets it (contract/test/comparing.test.js looks each sentence up in the contract).
 *
 * @typedef {object} Shown
 * @property {number} status
 * @property {Record<string, string>} headers those of `compared` that were there
 * @property {any} body parsed where it is JSON
 *
 * @typedef {import('./visit.js').Side} Side
 */

/** The headers that are compared, each with what is left of it. @type {Record<string, (value: string, side: Side) => string>} */
const compared = {
  'content-type': allow('`Content-Type: application/json`', (value) =>
    value.toLowerCase().replace(/^application\/json; *charset=utf-8$/, 'application/json'),
  ),
  allow: (value) => value.split(/ *, */).sort().join(', '),
  'retry-after': allow('429 answers carry `Retry-After` in whole seconds, at least 1', (value) =>
    /^[1-9]\d*$/.test(value) ? 'seconds' : value,
  ),
  'cache-control': (value) =>
    value
      .split(/ *, */)
      .filter((directive) => directive !== 'private' && directive !== 'public')
      .sort()
      .join(', '),
  'x-content-type-options': (value) => value,
  'x-powered-by': (value) => value,
  'set-cookie': allow('Cookies: `node_chat` and `laravel_chat`', cookieShown),
  location: (value) => value,
  'content-security-policy': policyShown,
  'content-encoding': (value) => value,
  'www-authenticate': (value) => value,
  upgrade: (value) => value,
};

/** @param {string} line @param {Side} side */
function cookieShown(line, side) {
  const [pair, ...attributes] = line.split(/ *; */);
  const [name, value] = pair.split('=');
  const known = attributes.map((each) => each.replace(/^[^=]+/, (word) => word.toLowerCase()));
  const age = Number(known.find((each) => each.startsWith('max-age='))?.slice(8) ?? NaN);
  const ends = Date.parse(known.find((each) => each.startsWith('expires='))?.slice(8) ?? '');
  const expired = age === 0 || ends < Date.now();
  const rest = known.filter((each) => !/^(expires|max-age)=/.test(each)).map((each) => each.toLowerCase());
  const life = expired ? 'expired' : Math.abs(age - limits.sessionSeconds) <= 1 ? 'a session long' : `max-age=${age}`;
  return [`${name === side.cookie ? 'session' : name}=${value && !expired ? 'value' : ''}`, life, ...rest.sort()].join(
    '; ',
  );
}

/** The addresses of sockets differ; one space more or less does not matter. @param {string} policy */
function policyShown(policy) {
  return policy
    .split(/ *; */)
    .map((each) => (each.startsWith('connect-src') ? "connect-src 'self' and the socket" : each))
    .join('; ');
}

/** @param {import('./connection.js').Seen | undefined} seen @param {Side} side @returns {Shown | string} */
export function shown(seen, side) {
  if (!seen) return 'the connection ended without an answer';
  /** @type {Record<string, string>} */
  const headers = {};
  for (const [name, show] of Object.entries(compared)) {
    const values = seen.headers[name];
    if (name === 'content-security-policy' && !seen.headers['content-type']?.[0].startsWith('text/html')) continue;
    if (values) headers[name] = values.map((value) => show(value, side)).join(' | ');
  }
  const { status } = seen;
  if (isNotModified(status)) return { status, headers: {}, body: '' };
  if (isEmptyAnswer(status, seen.body)) forgetContent(headers);
  const text = seen.body.toString('utf8');
  if (!headers['content-type']?.startsWith('application/json') || !text) {
    return { status, headers, body: headers['content-type']?.startsWith('text/plain; version') ? figures(text) : text };
  }
  try {
    return { status, headers, body: bodyShown(JSON.parse(text), side) };
  } catch {
    return { status, headers, body: text };
  }
}

const isNotModified = allow(
  'A 304 need not repeat what the 200 said',
  (/** @type {number} */ status) => status === 304,
);

const isEmptyAnswer = allow(
  '200, no body, no cookie, no session, no database',
  (/** @type {number} */ status, /** @type {Buffer} */ body) => status === 200 && body.length === 0,
);

/** Of what has no body, its type and how long to keep it say nothing. @param {Record<string, string>} headers */
function forgetContent(headers) {
  if (headers['content-type'] === 'text/html; charset=utf-8') delete headers['content-type'];
  if (headers['cache-control'] === 'no-cache') delete headers['cache-control'];
}

/** @param {any} json @param {Side} side */
function bodyShown(json, side) {
  if (json?.wire && json.limits) return configShown(json, side);
  if (json?.parts && json.status) return healthShown(json);
  if (Number.isInteger(json?.count) && Array.isArray(json.users)) return onlineShown(json);
  return valueShown(json, side);
}

const configShown = allow(
  '`socketUrl` names the host the request was sent to',
  (/** @type {any} */ config, /** @type {Side} */ side) => {
    const { name, title, accent, wire, socketUrl, transports, key, channel, authEndpoint, features, ...rest } = config;
    const expected = side.server.config;
    const same = [name === expected.name, title === expected.title, wire === expected.wire, key === expected.key];
    same.push(channel === expected.channel, authEndpoint === expected.authEndpoint);
    same.push(features?.join() === expected.features?.join(), transports?.join() === expected.transports?.join());
    same.push(JSON.stringify(accent) === JSON.stringify(expected.accent));
    const host = /^(?:http|ws)(s?):\/\/(.*?)(?::\d+)?$/.exec(socketUrl);
    return { ...rest, same: same.every(Boolean), socketUrl: host ? `${host[1]} ${host[2]}` : socketUrl };
  },
);

const healthShown = allow(
  'both apps name `store` and `socket`',
  (/** @type {any} */ { status, parts: { store, socket } }) => ({ status, parts: { store, socket } }),
);

const onlineShown = (/** @type {any} */ { count, users }) => ({
  listed: users.length <= Math.min(count, limits.onlineListed),
});

/** Values are of the moment, and so are the codes that have been counted so far; a program may tell more of itself. */
const figures = allow('the names and labels under `metrics` in contract.json', (/** @type {string} */ text) =>
  [...new Set([...text.matchAll(/^(chat_[a-z_]+)/gm)].map(([, name]) => name))].sort(),
);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @param {any} value @param {Side} side @returns {any} */
export function valueShown(value, side) {
  if (Array.isArray(value)) return value.map((each) => valueShown(each, side));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, valueShown(each, side)]));
  if (typeof copy.at === 'string' && TIME.test(copy.at)) copy.at = 'a time';
  if ('clientId' in copy && ('text' in copy || copy.deleted === true)) return messageShown(copy, side);
  if (Number.isInteger(copy.searchedTo)) return foundShown(copy, side);
  if (typeof copy.name === 'string' && 'id' in copy) copy.id = userIdShown(copy, side);
  return copy;
}

/** Of what was there before, other messages may have the words. @param {any} found @param {Side} side */
function foundShown({ messages, more, searchedTo }, side) {
  const own = messages.filter((/** @type {any} */ { id }) => id !== 'before');
  if (searchedTo <= side.base + 1) return { messages: own, searchedTo: 'all of these' };
  return { messages: own, more, searchedTo: searchedTo - side.base };
}

/** @param {any} message @param {Side} side */
function messageShown(message, side) {
  side.heard(message);
  if (!Number.isInteger(message.id)) return message;
  // What was there before the two were compared is anybody's.
  if (message.id <= side.base) return { id: 'before' };
  const rev = Number.isInteger(message.rev) ? { rev: message.rev - side.revBase } : {};
  return { ...message, ...rev, id: message.id - side.base };
}

const userIdShown = allow(
  '`id` is a string that only the server understands, 1-64 characters, and never changes',
  (/** @type {any} */ { id, name }, /** @type {Side} */ side) => {
    if (typeof id !== 'string' || id.length < 1 || id.length > 64) return id;
    const known = side.users.get(name);
    if (known === undefined) side.users.set(name, id);
    return known === undefined || known === id ? `id of ${name}` : `ANOTHER id of ${name}`;
  },
);
