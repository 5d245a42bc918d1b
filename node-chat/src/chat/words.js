import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { asClass, byCharacter, readTable } from './characterTables.js';

const { searchMax, searchWordsMax } = contract.limits;

/** @typedef {import('./characterTables.js').Ranges} Ranges */

/** @type {{ words: Ranges, alone: Ranges, nothing: Ranges, folds: Record<string, string>, digest: string }} */
export const unicode = readTable('words.json');

const nothing = new RegExp(`[${asClass(unicode.nothing)}]`, 'gu');
const between = new RegExp(`[^${asClass(unicode.words)}]+`, 'gu');
const alone = new RegExp(`[${asClass(unicode.alone)}]`, 'gu');
const folds = byCharacter(unicode.folds);

/**
 * The words of a text as they are compared, each behind a space: a word begins the text of another where that holds
 * it behind a space. Contract, "Search".
 * @param {string} text
 */
export function foldedWords(text) {
  if (/^[\0-\x7f]*$/.test(text)) return ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')}`;
  const folded = text.replace(nothing, '').replace(/[A-Z\u0080-\u{10ffff}]/gu, (one) => folds.get(one) ?? one);
  return ` ${folded.replace(between, ' ').replace(alone, ' $& ')}`;
}

/**
 * The different words that somebody searches for.
 * @param {string} text
 * @returns {string[]} folded
 * @throws {ChatError} search_invalid
 */
export function searchedWords(text) {
  const words = [...new Set(foldedWords(text).split(' '))].filter((word) => word !== '');
  if (words.length < 1 || words.length > searchWordsMax || [...text].length > searchMax) {
    throw new ChatError('search_invalid', { field: 'text' });
  }
  return words;
}
