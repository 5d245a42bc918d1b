import { isUtf8 } from 'node:buffer';
import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';

const { pageDefault, pageMax } = contract.limits;

/**
 * Which page of messages a query asks for.
 * @param {Record<string, unknown>} query
 * @returns {{ after?: number, before?: number, changedAfter?: number, limit: number }}
 * @throws {ChatError} invalid_parameter
 */
export function readPage(query) {
  const limit = whole(query, 'limit', 1, pageMax) ?? pageDefault;
  const after = whole(query, 'after', 0, Number.MAX_SAFE_INTEGER);
  const before = whole(query, 'before', 0, Number.MAX_SAFE_INTEGER);
  const changedAfter = whole(query, 'changedAfter', 0, Number.MAX_SAFE_INTEGER);
  if (after !== undefined && before !== undefined) throw invalid('before');
  if (changedAfter !== undefined && (after ?? before) !== undefined) throw invalid('changedAfter');
  return { after, before, changedAfter, limit };
}

/**
 * What a query searches for.
 * @param {string} url as it was sent
 * @param {{ after?: number, changedAfter?: number }} page what else it asks for
 * @returns {string | undefined} nothing where it does not search
 * @throws {ChatError} invalid_parameter, search_invalid
 */
export function readSearch(url, { after, changedAfter }) {
  const values = valuesOf(url, 'text');
  if (values.length === 0) return undefined;
  if (values.length > 1) throw invalid('text');
  if (after !== undefined) throw invalid('after');
  if (changedAfter !== undefined) throw invalid('changedAfter');
  if (!isUtf8(values[0])) throw new ChatError('search_invalid', { field: 'text' });
  return values[0].toString();
}

/** @param {string} url @param {string} name */
function valuesOf(url, name) {
  const start = url.indexOf('?');
  if (start === -1) return [];
  return url
    .slice(start + 1)
    .split('&')
    .map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1 || pair.length)].map(decoded))
    .filter(([key]) => key.toString('latin1') === name)
    .map(([, value]) => value);
}

/** The bytes of a form's value; what encodes nothing stands for itself. @param {string} encoded */
const decoded = (encoded) =>
  Buffer.from(
    encoded.replace(/\+|%[0-9a-f]{2}/gi, (it) => (it === '+' ? ' ' : String.fromCharCode(parseInt(it.slice(1), 16)))),
    'latin1',
  );

/** @param {Record<string, unknown>} query @param {string} name @param {number} min @param {number} max */
function whole(query, name, min, max) {
  const value = query[name];
  if (value === undefined) return undefined;
  // A repeated parameter comes as an array.
  if (typeof value !== 'string' || !/^[0-9]+$/.test(value)) throw invalid(name);
  const number = Number(value);
  if (number < min || number > max) throw invalid(name);
  return number;
}

/** @param {string} field */
const invalid = (field) => new ChatError('invalid_parameter', { field });
