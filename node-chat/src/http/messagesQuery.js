import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';

const { pageDefault, pageMax } = contract.limits;

/**
 * The page of messages that a query asks for, and the words to search for.
 * @param {Record<string, unknown>} query
 * @returns {{ after?: number, before?: number, changedAfter?: number, text?: string, limit: number }}
 * @throws {ChatError} invalid_parameter
 */
export function readMessagesQuery(query) {
  const limit = readWholeNumber(query, 'limit', 1, pageMax) ?? pageDefault;
  const { text } = query;
  if (text !== undefined && typeof text !== 'string') throw invalidParameter('text');
  const after = readWholeNumber(query, 'after', 0, Number.MAX_SAFE_INTEGER);
  const before = readWholeNumber(query, 'before', 0, Number.MAX_SAFE_INTEGER);
  const changedAfter = readWholeNumber(query, 'changedAfter', 0, Number.MAX_SAFE_INTEGER);
  const given = ['text', 'after', 'before', 'changedAfter'].filter((name) => query[name] !== undefined);
  // Only one of them may be given, but a search may begin below an id.
  if (given.length > 1 && `${given}` !== 'text,before') throw invalidParameter(given[given.length - 1]);
  return { text, after, before, changedAfter, limit };
}

/** @param {Record<string, unknown>} query @param {string} name @param {number} min @param {number} max */
function readWholeNumber(query, name, min, max) {
  const value = query[name];
  if (value === undefined) return undefined;
  // A repeated parameter comes as an array.
  if (typeof value !== 'string' || !/^[0-9]+$/.test(value)) throw invalidParameter(name);
  const number = Number(value);
  if (number < min || number > max) throw invalidParameter(name);
  return number;
}

/** @param {string} field */
const invalidParameter = (field) => new ChatError('invalid_parameter', { field });
