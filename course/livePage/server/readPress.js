import { CALL_LIMITS, labCall, LAB_CALLS, WHERE } from '../labCalls.js';
import { BadRequest, mustBeObject } from './badRequest.js';

/**
 * @param {any} asked @param {import('../lastMinute.js').LastMinute} minute @param {number} underWay lab calls that have no answer yet
 * @returns {import('../watch/watchMain.js').Press} lab calls that can be made
 * @throws {BadRequest} that says what to change
 */
export function readPress(asked, minute, underWay) {
  mustBeObject(asked);
  const { key, where, ms, times, chats } = asked;
  const call = labCall(key);
  if (!call) throw new BadRequest('key', `Lab calls are ${LAB_CALLS.map((one) => one.key).join(', ')}.`);
  if (!WHERE.includes(where)) throw new BadRequest('where', `A lab call goes to ${WHERE.join(' or ')}.`);
  wholeNumber('ms', ms, CALL_LIMITS.ms);
  wholeNumber('times', times, CALL_LIMITS.times);
  if (!Array.isArray(chats) || chats.length === 0 || !chats.every((name) => typeof name === 'string'))
    throw new BadRequest('chats', 'Choose a chat.');
  if (new Set(chats).size < chats.length) throw new BadRequest('chats', 'Choose each chat once.');
  for (const name of chats) {
    const chat = minute.chats?.find((one) => one.name === name);
    if (!chat?.lab?.what.includes(call.what))
      throw new BadRequest('chats', `${name} takes no such lab call. Start it with: infra/up --lecture --detach`);
  }
  if (underWay + times * chats.length > CALL_LIMITS.underWay)
    throw new BadRequest('times', `${underWay} lab calls have no answer yet: wait for them.`);
  return { key, where, ms, times, chats };
}

/** @param {string} name @param {unknown} value @param {number} most @throws {BadRequest} */
function wholeNumber(name, value, most) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw new BadRequest(name, `${name}: a whole number from 1 to ${most}.`);
}
