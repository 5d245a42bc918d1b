import { asClass, byCharacter, readTable } from './characterTables.js';

/** @typedef {import('./characterTables.js').Ranges} Ranges */

/**
 * @type {{ refused: Ranges, marks: Ranges, rightToLeft: Ranges, unplaced: string, softDotted: string, looksLike:
 *   Record<string, string>, digest: string }}
 */
export const unicode = readTable('names.json');

const unseen = new RegExp(`[${asClass(unicode.refused)}]`, 'u');
const everyUnseen = new RegExp(unseen, 'gu');

const mark = new RegExp(`[${asClass(unicode.marks)}]`, 'u');
const rightToLeft = new RegExp(`[${asClass(unicode.rightToLeft)}]`, 'u');
const softDotted = new Set(unicode.softDotted);
const unplaced = new Set(` ${unicode.unplaced}`);
const looksLike = byCharacter(unicode.looksLike);

/** Whether a text has a character that shows nothing, or nothing that is known to every reader. @param {string} text */
export const hasUnseen = (text) => unseen.test(text);

/**
 * What a name looks like: two names with one skeleton are hard to tell apart (Unicode Technical Standard 39, section
 * 4). Beyond that runs of spaces are one space, as a page shows them; i and j have one dot, whether or not it is
 * written; and where both directions meet, order counts for nothing.
 * @param {string} name
 */
export function skeletonOf(name) {
  const decomposed = name.normalize('NFD').replace(everyUnseen, '');
  let like = '';
  for (const character of decomposed) like += looksLike.get(character) ?? character;
  const characters = withoutSecondDots(like.normalize('NFD').replace(/ {2,}/g, ' '));
  if (isMixed(characters))
    characters.sort((a, b) => /** @type {number} */ (a.codePointAt(0)) - /** @type {number} */ (b.codePointAt(0)));
  return characters.join('');
}

/** A dot above takes the place of the dot that a soft-dotted letter has of its own. @param {string} like */
function withoutSecondDots(like) {
  let hasDot = false;
  return [...like].filter((character) => {
    if (!mark.test(character)) hasDot = softDotted.has(character);
    return !(hasDot && character === '\u0307');
  });
}

/**
 * Whether letters from right to left stand beside others, digits or signs: what is shown first is then not what was
 * written first. Spaces, marks and what such letters themselves look like (l, o) mix nothing.
 * @param {string[]} characters
 */
const isMixed = (characters) =>
  characters.some((it) => rightToLeft.test(it)) &&
  characters.some((it) => !rightToLeft.test(it) && !mark.test(it) && !unplaced.has(it));
