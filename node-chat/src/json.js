import { ChatError } from './ChatError.js';
import { contract } from './contract.js';

const { jsonDepthMax } = contract.limits;
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
 * @throws {ChatError} bad_json: not an object, contains a lone surrogate, or nested deeper than jsonDepthMax
 */
export function asJsonObject(value) {
  const isReadable = isObject(value) && !isDeeperThan(jsonDepthMax, value);
  if (isReadable && !LONE_SURROGATE.test(JSON.stringify(value))) return value;
  throw new ChatError('bad_json');
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

/**
 * Whether more objects and arrays are nested, this one included.
 * @param {number} depth @param {unknown} value @returns {boolean}
 */
function isDeeperThan(depth, value) {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(depth - 1, member));
}
