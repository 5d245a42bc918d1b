import { limits } from '../suite/contract.js';
import { messageFields } from './bodies.js';

/** @typedef {import('./random.js').Dice} Dice */

// Beyond this a frame of the one wire may hold too many members, and one of the other not.
const MEMBERS_OF_FRAMES = 6;
const MANY = limits.jsonMaxMembers - MEMBERS_OF_FRAMES;

/** The payload of a `message`, as JSON text; most can be read. @param {Dice} dice @param {number} ids among so many clientIds */
export function payload(dice, ids) {
  const fields = { ...messageFields(dice, 'sound'), clientId: `‹c${dice.below(ids)}›` };
  const kind = dice.below(40);
  if (kind < 20) return JSON.stringify(fields);
  if (kind < 35) return JSON.stringify(messageFields(dice, 'odd'));
  if (kind < 37) return dice.pick(NO_OBJECTS);
  if (kind === 37) return nested(dice, fields);
  if (kind === 38) return withMembers(dice, fields, dice.chance(0.5) ? MANY - 2 - dice.below(2) : MANY + 40);
  return unwell(dice, fields);
}

const NO_OBJECTS = [
  'null',
  '7',
  'true',
  '1e3',
  '[]',
  '"text"',
  '""',
  '[{"text":"x","clientId":"‹c0›"}]',
  '"{\\"text\\":\\"x\\",\\"clientId\\":\\"‹c0›\\"}"',
  '[["message",{"text":"x","clientId":"‹c1›"}]]',
  '{}',
  '{"text":{"text":"x"},"clientId":{"clientId":"‹c0›"}}',
  '{"data":{"text":"x","clientId":"‹c2›"}}',
  '{"text":"x","clientId":"‹c3›","text":"y"}',
  '{"text":"\\u0065scaped","\\u0063lientId":"‹c4›"}',
  '{"text":"x","clientId":"‹c5›","ok":true,"error":null,"event":"x","channel":"y"}',
  '{ "text" : "x" , "clientId" : "‹c6›" }',
  '{"text":-0,"clientId":-0}',
  '{"text":1e999,"clientId":"‹c0›"}',
];

/** Around the greatest depth; the payload itself is level 1. @param {Dice} dice @param {Record<string, any>} fields */
function nested(dice, fields) {
  const levels = limits.jsonMaxDepth - 2 + dice.below(4);
  const nest = dice.chance(0.5)
    ? '['.repeat(levels) + ']'.repeat(levels)
    : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  return withUniqueId(dice, fields).replace(/\}$/, `,"deep":${nest}}`);
}

/** @param {Dice} dice @param {Record<string, any>} fields @param {number} count of members beside them */
function withMembers(dice, fields, count) {
  const extra = Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 0]));
  return withUniqueId(dice, { ...fields, ...extra });
}

/** With a lone surrogate. @param {Dice} dice @param {Record<string, any>} fields */
function unwell(dice, fields) {
  const text = withUniqueId(dice, fields);
  const half = dice.pick(['\\ud800', '\\udfff', '\\udc00\\ud800', 'a\\ud83d', '\\ud83d\\ud83d']);
  return dice.chance(0.7)
    ? text.replace(/"text":"[^"]*"/, () => `"text":"${half}"`)
    : text.replace(/\}$/, () => `,"${half}":1}`);
}

/** What may go unanswered has a clientId of its own, so that it is known which answer is whose. @param {Dice} dice @param {Record<string, any>} fields */
const withUniqueId = (dice, fields) => JSON.stringify({ ...fields, clientId: `‹d${dice.below(1e9)}›` });

/** Whether the frame of a payload need not be readable as JSON. @param {string} payload */
export function isUnreadable(payload) {
  let members = 0;
  let isWell = true;
  const value = JSON.parse(payload, (key, each) => {
    if (key !== '') members++;
    isWell &&= key.isWellFormed() && (typeof each !== 'string' || each.isWellFormed());
    return each;
  });
  return !isWell || members > MANY || depthOf(value) > limits.jsonMaxDepth;
}

/** @param {any} value @returns {number} */
const depthOf = (value) =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
