import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';

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
    value = JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new ChatError('bad_json', { cause });
  }
  return asJsonObject(value);
}

/**
 * Checks what JSON.parse lets pass: that it is an object, not too deep, and without lone surrogates, which other JSON
 * readers and databases refuse.
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 * @throws {ChatError} bad_json
 */
export function asJsonObject(value) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
  if (!isObject || !isWellFormed(value, 1)) throw new ChatError('bad_json');
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value @param {number} level of the object or array that value is, the outermost being 1 @returns {boolean} */
function isWellFormed(value, level) {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  if (level > contract.limits.jsonMaxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isWellFormed(item, level + 1));
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormed(item, level + 1));
}
