import { createHash, timingSafeEqual } from 'node:crypto';
import { ChatError } from '../ChatError.js';

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest();

/**
 * @param {string | null} code null: anyone may register
 * @returns {(given: unknown) => void} throws ChatError empty_field or wrong_join_code
 */
export function createJoinCodeCheck(code) {
  if (code === null) return () => {};
  const expected = digest(code);
  return function checkJoinCode(given) {
    if (given === undefined || given === null || given === '')
      throw new ChatError('empty_field', { field: 'joinCode' });
    // All digests have the same length, so the time of the comparison reveals nothing about the code.
    const matches = typeof given === 'string' && timingSafeEqual(digest(given), expected);
    if (!matches) throw new ChatError('wrong_join_code', { field: 'joinCode' });
  };
}
