import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';

const [QUOTE, BACKSLASH, COLON] = ['"', '\\', ':'].map((character) => character.charCodeAt(0));

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
    if (hasTooManyMembers(text)) throw new RangeError('too many members');
    value = JSON.parse(text);
  } catch (cause) {
    throw new ChatError('bad_json', { cause });
  }
  return asJsonObject(value);
}

/** A member has a colon behind its key; those within strings are none. Repeated keys count, so it is asked of the text. @param {string} json */
function hasTooManyMembers(json) {
  let members = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (unit === QUOTE) isInString = !isInString;
    else if (isInString) i += unit === BACKSLASH ? 1 : 0;
    else if (unit === COLON && ++members > contract.limits.jsonMaxMembers) return true;
  }
  return false;
}

/**
 * Checks what JSON.parse lets pass: that it is an object, not too deep, of not too many members, and without lone surrogates, which other JSON
 * readers and databases refuse.
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 * @throws {ChatError} bad_json
 */
export function asJsonObject(value) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
  if (!isObject || !isWellFormed(value, 1, { members: 0 })) throw new ChatError('bad_json');
  return /** @type {Record<string, unknown>} */ (value);
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
