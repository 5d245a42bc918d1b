import { readFileSync } from 'node:fs';

/** @typedef {[number, number][]} Ranges of characters, both ends among them */

/**
 * Tables that both chats share, whatever Unicode version their languages know.
 * @param {string} name of a file in contract/unicode
 */
export const readTable = (name) =>
  JSON.parse(readFileSync(new URL(`../../../contract/unicode/${name}`, import.meta.url), 'utf8'));

/** As a part of a character class. @param {Ranges} ranges */
export const asClass = (ranges) =>
  ranges.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('');

/**
 * Replacements by character.
 * @param {Record<string, string>} become characters by what they become
 * @returns {Map<string, string>}
 */
export const byCharacter = (become) =>
  new Map(Object.entries(become).flatMap(([to, characters]) => [...characters].map((one) => [one, to])));
