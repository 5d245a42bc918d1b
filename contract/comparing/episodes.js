import { Dice } from './random.js';
import { decorated } from './headers.js';
import { jsonBody, loginFields, mangledBody, messageFields } from './bodies.js';
import { JSON_TYPE, logIn } from './logIn.js';
import { socketEpisode } from './socketEpisodes.js';
import { oddTarget, queryFor, somewhere } from './targets.js';
import { rawRequest } from './rawRequests.js';

/** @typedef {import('./call.js').Call} Call @typedef {import('./call.js').Step} Step */

const STEPS = 30;
// Of all episodes so many are of sockets, with some four times as many calls in each.
const SOCKETS = 0.4;

/** An episode out of the seed alone. @param {number} seed @returns {Step[]} */
export function episode(seed) {
  const dice = new Dice(seed);
  return dice.chance(SOCKETS) ? socketEpisode(dice) : httpEpisode(dice);
}

/**
 * Some people who log in, write, read, err and log out, one call after the other, with nobody else's names.
 * @param {Dice} dice @returns {Step[]}
 */
export function httpEpisode(dice) {
  /** @type {Step[]} */
  const steps = [];
  if (dice.chance(0.9)) steps.push(logIn(0, 0));
  if (dice.chance(0.2)) steps.push(logIn(1, 1));
  if (dice.chance(0.1)) steps.push(logIn(0, 2));
  const length = STEPS - 10 + dice.below(20);
  while (steps.length < length) steps.push(ordered(weighted(dice)(dice)));
  return steps;
}

/** How often each kind of step comes, in a thousand: what is cheap comes often, a login is a password's hash. @type {[number, (dice: Dice) => Step][]} */
const kinds = [
  [110, (dice) => decorated(dice, post('/messages', JSON.stringify(messageFields(dice, 'sound')), dice))],
  [120, (dice) => decorated(dice, post('/messages', jsonBody(dice, messageFields(dice, 'odd')), dice))],
  [40, (dice) => decorated(dice, post('/messages', mangledBody(dice, messageFields(dice, 'sound')), dice))],
  [60, changing],
  [200, (dice) => decorated(dice, get(`/messages${queryFor(dice)}`, dice))],
  [150, (dice) => decorated(dice, get(somewhere(dice), dice))],
  [130, (dice) => decorated(dice, get(oddTarget(dice), dice))],
  [100, oddMethod],
  [15, (dice) => decorated(dice, post('/login', jsonBody(dice, loginFields(dice)), dice))],
  [10, (dice) => decorated(dice, post('/login', mangledBody(dice, loginFields(dice)), dice))],
  [
    12,
    (dice) => decorated(dice, logIn(dice.below(3), dice.below(3), dice.pick(['open sesame', 'open sesame', 'wrong']))),
  ],
  [15, (dice) => decorated(dice, post('/logout', dice.pick(['{}', '', '{', '[]', 'null', '{"a":1}']), dice))],
  [60, rawRequest],
  [20, pipelined],
  [15, twice],
];
const total = kinds.reduce((sum, [weight]) => sum + weight, 0);

/** @param {Dice} dice */
function weighted(dice) {
  let left = dice.below(total);
  for (const [weight, make] of kinds) if ((left -= weight) < 0) return make;
  throw new Error('the weights do not add up');
}

/** Most calls carry a session; that of a slot which nobody logged in to is none. @param {Dice} dice @returns {[string, string][]} */
function session(dice) {
  return dice.chance(0.85) ? [['cookie', `‹cookie${dice.chance(0.8) ? 0 : dice.below(3)}›`]] : [];
}

/** @param {string} target @param {Dice} dice @returns {Call} */
const get = (target, dice) => ({ method: 'GET', target, headers: session(dice) });

/** @param {string} target @param {string} body @param {Dice} dice @returns {Call} */
const post = (target, body, dice) => ({
  method: 'POST',
  target,
  headers: [JSON_TYPE, ...session(dice)],
  body,
  ...(dice.chance(0.1) ? { chunked: true } : {}),
});

const ODD_IDS = [
  '0',
  '00',
  '1',
  '-1',
  '1.0',
  '9007199254740991',
  '9999999999999999',
  '10000000000000000',
  'x',
  '',
  '1/',
];

/** An edit or a deletion: mostly of one's own message, else of somebody's, or of none. @param {Dice} dice @returns {Step} */
function changing(dice) {
  const id = dice.chance(0.7)
    ? `‹mine-${1 + dice.below(3)}›`
    : dice.chance(0.7)
      ? `‹last-${dice.below(9)}›`
      : dice.pick(ODD_IDS);
  const method = dice.chance(0.7) ? 'PATCH' : 'DELETE';
  const fields = messageFields(dice, dice.chance(0.8) ? 'sound' : 'odd');
  const body = method === 'PATCH' ? jsonBody(dice, fields) : dice.pick(['{}', '{}', '', '{', '[]', 'null', '{"a":1}']);
  const headers = /** @type {[string, string][]} */ ([JSON_TYPE, ...session(dice)]);
  return decorated(dice, { method, target: `/messages/${id}`, headers, body });
}

const METHODS = [
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LOCK',
  'PURGE',
  'QUERY',
  'M-SEARCH',
];

/** @param {Dice} dice @returns {Call} */
function oddMethod(dice) {
  const method = dice.chance(0.4) ? 'HEAD' : dice.pick(METHODS);
  const target = dice.chance(0.8) ? somewhere(dice) : oddTarget(dice);
  const call = /** @type {Call} */ ({ method, target, headers: session(dice) });
  if (method !== 'HEAD' && dice.chance(0.3)) Object.assign(call, { body: '{}', headers: [JSON_TYPE, ...call.headers] });
  return decorated(dice, call);
}

/** @param {Dice} dice @returns {Step} */
function pipelined(dice) {
  const volley = Array.from({ length: 2 + dice.below(5) }, () => get(somewhere(dice), dice));
  return { volley, how: 'pipelined' };
}

/** One message sent several times at once. @param {Dice} dice @returns {Step} */
function twice(dice) {
  const fields = messageFields(dice, 'sound');
  const call = /** @type {Call} */ ({
    method: 'POST',
    target: '/messages',
    headers: [JSON_TYPE, ['cookie', '‹cookie0›']],
    body: JSON.stringify(fields),
  });
  return { volley: Array.from({ length: 2 + dice.below(4) }, () => call), how: 'abreast' };
}

/** What may store a message, or reads messages, has its turn. @param {Step} step @returns {Step} */
function ordered(step) {
  if ('socket' in step) return step;
  if ('raw' in step) return /messages/i.test(step.raw) ? { ...step, order: 'stores' } : step;
  const calls = 'volley' in step ? step.volley : [step];
  if (!calls.some(({ target }) => /m|%/i.test(target) && /mess|%6|%4/i.test(target))) return step;
  return { ...step, order: calls.every(({ method }) => method === 'GET' || method === 'HEAD') ? 'reads' : 'stores' };
}
