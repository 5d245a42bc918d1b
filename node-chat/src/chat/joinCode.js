import { createHash, timingSafeEqual } from 'node:crypto';
import { ChatError } from '../ChatError.js';

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest();

/**
 * The room's code, which a new name must bring.
 * @param {string | null} code null: everybody may register
 * @returns {(given: unknown) => void} throws ChatError empty_field or wrong_join_code
 */
export function createJoinCode(code) {
  if (code === null) return () => {};
  const expected = digest(code);
  return function mustMatch(given) {
    if (given === undefined || given === null || given === '')
      throw new ChatError('empty_field', { field: 'joinCode' });
    // Digests have one length: the time says nothing of the code.
    const matches = typeof given === 'string' && timingSafeEqual(digest(given), expected);
    if (!matches) throw new ChatError('wrong_join_code', { field: 'joinCode' });
  };
}
