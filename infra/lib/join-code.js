import { randomInt } from 'node:crypto';

/** Letters that a person can read from a board and type into a phone: no two look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
// 887 million codes: an address that guesses 300 a minute, which is all that a chat lets it, needs years.
const LENGTH = 6;

export const newJoinCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Whether a code needs no escaping in settings and in a link behind #. @param {unknown} code */
export const isJoinCode = (code) => typeof code === 'string' && /^[A-Za-z0-9_-]{4,64}$/.test(code);
