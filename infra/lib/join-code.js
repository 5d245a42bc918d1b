import { randomInt } from 'node:crypto';

/** What a person can read from a board and type into a phone: nothing that looks like something else. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
// 887 million codes: an address that guesses 300 a minute, which is all that a chat lets it, needs years.
const LENGTH = 6;

export const newJoinCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** What stands in a line of settings, in a link behind # and on a board as it is. @param {unknown} code */
export const isJoinCode = (code) => typeof code === 'string' && /^[A-Za-z0-9_-]{4,64}$/.test(code);
