import { ChatError } from './ChatError.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Half a surrogate pair, as JSON.stringify escapes it, after a backslash that is not itself escaped. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * The body of a request as an object; an empty body counts as `{}`.
 * @param {Buffer | undefined} body
 * @returns {Record<string, unknown>}
 * @throws {ChatError} bad_json
 */
export function parseJsonObject(body) {
  if (!body || body.length === 0) return {};
  try {
    return asJsonObject(JSON.parse(utf8.decode(body)));
  } catch (cause) {
    throw new ChatError('bad_json', { cause });
  }
}

/**
 * @param {unknown} value that was JSON
 * @returns {Record<string, unknown>}
 * @throws {ChatError} bad_json: not an object, contains a lone surrogate, or nested deeper than the stack allows
 */
export function asJsonObject(value) {
  if (isObject(value) && isWellFormed(value)) return value;
  throw new ChatError('bad_json');
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

/** @param {object} value */
function isWellFormed(value) {
  try {
    return !LONE_SURROGATE.test(JSON.stringify(value));
  } catch {
    return false;
  }
}
