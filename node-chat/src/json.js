import { contract } from './contract.js';
import { ChatError } from './ChatError.js';

const [QUOTE, BACKSLASH, COLON, U] = ['"', '\\', ':', 'u'].map((character) => character.charCodeAt(0));
const OPENING = new Set(['{', '['].map((character) => character.charCodeAt(0)));
const CLOSING = new Set(['}', ']'].map((character) => character.charCodeAt(0)));

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The body of a request as an object; an empty body counts as `{}`.
 * @param {Buffer | undefined} body
 * @returns {Record<string, unknown>}
 * @throws {ChatError} bad_json
 */
export function parseJsonObject(body) {
  if (!body || body.length === 0) return {};
  let value;
  try {
    const text = utf8.decode(body);
    if (!isReadable(text)) throw new RangeError('too many members, too deep or a lone surrogate');
    value = JSON.parse(text);
  } catch (cause) {
    throw new ChatError('bad_json', { cause });
  }
  if (!isObject(value)) throw new ChatError('bad_json');
  return value;
}

/**
 * Whether JSON keeps the bounds of the contract: members (counted by colons), levels, no lone surrogate. It looks at
 * the text: a parsed object no longer shows what a repeated key overrode.
 * @param {string} json
 */
function isReadable(json) {
  const { jsonMaxMembers, jsonMaxDepth } = contract.limits;
  let members = 0;
  let levels = 0;
  let isInString = false;
  let isHalf = false; // an escaped high surrogate has come, and its low one has to be next
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (!isInString) {
      if (unit === QUOTE) isInString = true;
      else if (unit === COLON && ++members > jsonMaxMembers) return false;
      else if (OPENING.has(unit) && ++levels > jsonMaxDepth) return false;
      else if (CLOSING.has(unit)) levels--;
    } else if (unit === BACKSLASH && json.charCodeAt(++i) === U) {
      const half = surrogate(json, i + 1);
      if (isHalf !== (half === 'low')) return false;
      isHalf = half === 'high';
      i += 4;
    } else if (isHalf) {
      return false;
    } else if (unit === QUOTE) {
      isInString = false;
    }
  }
  return true;
}

/** @param {string} json @param {number} at where four hexadecimal digits stand @returns {'high' | 'low' | undefined} */
function surrogate(json, at) {
  const unit = Number.parseInt(json.slice(at, at + 4), 16);
  return unit >= 0xd800 && unit < 0xdc00 ? 'high' : unit >= 0xdc00 && unit < 0xe000 ? 'low' : undefined;
}

/**
 * Checks the decoded payload of a socket: an object, not too deep, not too many members, no lone surrogates.
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 * @throws {ChatError} bad_json
 */
export function asJsonObject(value) {
  if (!isObject(value) || !isWellFormed(value, 1, { members: 0 })) throw new ChatError('bad_json');
  return value;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

/**
 * @param {unknown} value
 * @param {number} level of the object or array that value is, the outermost being 1
 * @param {{ members: number }} seen so far
 * @returns {boolean}
 */
function isWellFormed(value, level, seen) {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  if (level > contract.limits.jsonMaxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isWellFormed(item, level + 1, seen));
  const members = Object.entries(value);
  seen.members += members.length;
  if (seen.members > contract.limits.jsonMaxMembers) return false;
  return members.every(([key, item]) => key.isWellFormed() && isWellFormed(item, level + 1, seen));
}
