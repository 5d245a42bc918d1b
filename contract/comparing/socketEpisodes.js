import { limits } from '../suite/contract.js';
import { messageFields } from './bodies.js';
import { JSON_TYPE, logIn } from './logIn.js';
import { payload } from './payloads.js';

/** @typedef {import('./random.js').Dice} Dice @typedef {import('./call.js').Step} Step @typedef {import('./call.js').Call} Call */

const STEPS = 26;
const BURST = 22;
// So many different clientIds: nobody stores more than may be sent at once, since what is beyond is a matter of time.
const CLIENT_IDS = 16;

/**
 * An episode of some sockets: people who join, send by socket and by POST, leave, come back and log out. Its HTTP calls are
 * plain, so that it is known which session ends, and what has to come to whom.
 * @param {Dice} dice @returns {Step[]}
 */
export function socketEpisode(dice) {
  /** @type {Step[]} */
  const steps = [logIn(0, 0), join(0, 0)];
  if (dice.chance(0.6)) steps.push(logIn(1, 1), join(1, 1));
  if (dice.chance(0.3)) steps.push(logIn(0, 2));
  while (steps.length < STEPS) steps.push(...weighted(dice)(dice));
  return steps;
}

/** How often each kind of steps comes, in a hundred. @type {[number, (dice: Dice) => Step[]][]} */
const kinds = [
  [60, (dice) => [burst(dice)]],
  [12, (dice) => [posted(dice)]],
  [6, comesBack],
  [5, (dice) => [join(dice.below(3), dice.below(4))]],
  [3, (dice) => [{ socket: dice.below(3), does: 'leave' }]],
  [3, (dice) => [{ socket: dice.below(2), does: 'type' }]],
  [3, (dice) => [{ socket: 0, does: 'early', session: dice.below(2), payloads: payloads(dice, 2) }]],
  [3, (dice) => [{ socket: dice.below(3), does: 'noise', payloads: [dice.pick(NOISE)] }, join(0, 0)]],
  [2, (dice) => [{ socket: dice.below(3), does: 'rejoin' }, join(0, 0)]],
  [2, (dice) => [sized(dice), join(0, 0)]],
  [3, (dice) => [plain(dice.pick(['/me', '/online', '/messages?limit=3']), dice)]],
  [2, (dice) => [{ ...plain('/logout', dice), method: 'POST', body: '{}' }]],
  [1, (dice) => [logIn(0, 0), join(0, dice.below(2))]],
];
const total = kinds.reduce((sum, [weight]) => sum + weight, 0);

/** @param {Dice} dice */
function weighted(dice) {
  let left = dice.below(total);
  for (const [weight, make] of kinds) if ((left -= weight) < 0) return make;
  throw new Error('the weights do not add up');
}

/** After those who store in the same turn, so that both servers are asked at the same place. @param {number} socket @param {number} session @returns {Step} */
const join = (socket, session) => ({ socket, does: 'join', session, order: 'reads' });

/** @param {string} target @param {Dice} dice @returns {Call} */
const plain = (target, dice) => ({
  method: 'GET',
  target,
  headers: [JSON_TYPE, ['cookie', `‹cookie${dice.below(3)}›`]],
  ...(target.startsWith('/messages') ? { order: 'reads' } : {}),
});

/** @param {Dice} dice @param {number} count */
const payloads = (dice, count) => Array.from({ length: count }, () => payload(dice, CLIENT_IDS));

/** Several messages in one piece. @param {Dice} dice @returns {Step} */
const burst = (dice) => ({
  socket: dice.below(dice.chance(0.8) ? 2 : 3),
  does: 'send',
  payloads: payloads(dice, 1 + dice.below(BURST)),
  order: 'stores',
});

/** What another socket of its user, or itself, may have sent before. @param {Dice} dice @returns {Step} */
function posted(dice) {
  const fields = messageFields(dice, dice.chance(0.7) ? 'sound' : 'odd');
  if (fields.clientId && dice.chance(0.5)) fields.clientId = `‹c${dice.below(CLIENT_IDS)}›`;
  return { ...plain('/messages', dice), method: 'POST', body: JSON.stringify(fields), order: 'stores' };
}

/** A socket goes, things happen, it comes again and reads what it has missed. @param {Dice} dice @returns {Step[]} */
function comesBack(dice) {
  const socket = dice.below(2);
  const missed = plain(`/messages?after=‹seen${socket}›&limit=200`, dice);
  return [
    { socket, does: 'leave' },
    { ...burst(dice), socket: 1 - socket },
    posted(dice),
    join(socket, socket),
    missed,
  ];
}

/** A frame of the greatest size, or a byte more. @param {Dice} dice @returns {Step} */
const sized = (dice) => ({
  socket: dice.below(2),
  does: 'send',
  payloads: [JSON.stringify(messageFields(dice, 'sound'))],
  size: limits.frameMaxBytes + dice.below(2),
  order: 'stores',
});

/** Frames without a message in them on either wire. */
const NOISE = [
  '',
  'hello',
  '{',
  '[]',
  'null',
  '7',
  '{"event":',
  '{"event":7}',
  '{"event":"x","data":{}}',
  '{"event":"client-message"}',
  '{"event":"client-message","channel":"presence-chat"}',
  '{"event":"client-message","channel":"elsewhere","data":{"text":"x","clientId":"‹c0›"}}',
  '{"event":"messages","channel":"presence-chat","data":{"messages":[{"id":1}]}}',
  '{"event":"pusher:unsubscribe","data":{"channel":"presence-chat"}}',
  '{"event":"pusher:subscribe","data":{"channel":"presence-chat"}}',
  '42',
  '42[',
  '42{}',
  '42[7]',
  '42["messages",{"messages":[{"id":1}]}]',
  '421["nothing",{"text":"x","clientId":"‹c0›"}]',
  '42/elsewhere,1["message",{"text":"x","clientId":"‹c0›"}]',
  '41',
  '40/elsewhere,',
  '43',
  '9',
  '4',
  '1',
  '2probe',
  '451-["message",{"_placeholder":true,"num":0}]',
];
