import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';

const { searchMax, searchWordsMax } = contract.limits;

/** Marks that readers may leave out, invisible characters, and the line that lengthens Arabic words. */
const ignoredMarks = /[\p{DI}\u0640[\p{M}&&[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]]+/gv;
const separators = /[^\p{L}\p{M}\p{N}]+/gu;
/** A letter with its marks, in scripts without spaces. */
const singleLetters =
  /[[\p{L}\p{N}]&&[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]\p{M}*/gv;

/**
 * The folded words of a text, each after a space. A word of a query begins a word of a text if the folded text contains
 * it after a space.
 * @param {string} text
 */
export function foldedWords(text) {
  if (/^[\0-\x7f]*$/.test(text)) return ` ${text.toUpperCase().replace(/[^A-Z0-9]+/g, ' ')}`;
  const folded = text.normalize('NFKD').toUpperCase().replace(ignoredMarks, '');
  return ` ${folded.replace(separators, ' ').replace(singleLetters, ' $& ')}`;
}

/**
 * @param {string} text of a query
 * @returns {string[]} its different words, folded
 * @throws {ChatError} search_invalid
 */
export function searchedWords(text) {
  const words = [...new Set(foldedWords(text).split(' '))].filter((word) => word !== '');
  if (words.length < 1 || words.length > searchWordsMax || [...text].length > searchMax) {
    throw new ChatError('search_invalid', { field: 'text' });
  }
  return words;
}
