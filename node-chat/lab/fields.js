import { ChatError } from '../src/ChatError.js';

/** @typedef {Record<string, unknown>} Fields a body that is an object */

/**
 * @param {Fields} fields @param {string} name @param {number} min @param {number} max
 * @returns {number}
 * @throws {ChatError} lab_invalid
 */
export function wholeNumber(fields, name, min, max) {
  const value = fields[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ChatError('lab_invalid', { field: name });
}

/**
 * @param {Fields} fields @param {string} name
 * @returns {boolean} false where it is left out
 * @throws {ChatError} lab_invalid
 */
export function flag(fields, name) {
  const { [name]: value = false } = fields;
  if (typeof value === 'boolean') return value;
  throw new ChatError('lab_invalid', { field: name });
}
