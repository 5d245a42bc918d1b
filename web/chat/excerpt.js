/** @typedef {{ text: string, found: boolean }} Piece */

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces: a word of the search may begin anywhere. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const MARK = /\p{M}/u;
const NONSPACING = /\p{Mn}/gu;
/** So much of a text stands before the first word that was found. */
const BEFORE = 40;
/** Lines that a result shows hold no more. */
const MOST = 240;

/**
 * What a result shows of a message: its text around the first word that was found, with the found words marked.
 * The server decides what is found. This shows why, by nearly the same folding.
 * @param {string} text
 * @param {string} query
 * @returns {Piece[]}
 */
export function excerpt(text, query) {
  const asked = [...new Set(Array.from(wordsOf(query), ({ word }) => folded(word)))].filter(Boolean);
  const all = pieces(text, asked);
  const first = all.findIndex(({ found }) => found);
  const cut = first > 0 ? lastPart(all[0].text, BEFORE) : '';
  if (first === 1 && cut !== all[0].text) all[0] = { text: `…${cut}`, found: false };
  return firstOf(all, MOST);
}

/** @param {string} text @param {string[]} asked @returns {Piece[]} */
function pieces(text, asked) {
  /** @type {Piece[]} */
  const result = [];
  let end = 0;
  let shownTo = text.length;
  for (const { word, at } of wordsOf(text)) {
    if (at > shownTo) break;
    const length = foundLength(word, asked);
    if (length === 0) continue;
    // A character has two units at most.
    if (end === 0) shownTo = at + 2 * MOST;
    if (at > end) result.push({ text: text.slice(end, at), found: false });
    result.push({ text: text.slice(at, at + length), found: true });
    end = at + length;
  }
  if (end < text.length) result.push({ text: text.slice(end), found: false });
  return result;
}

/** @param {string} text @returns {Generator<{ word: string, at: number }>} */
function* wordsOf(text) {
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (!WITHOUT_SPACES.test(word)) yield { word, at: index };
    else for (const one of word.matchAll(/\P{M}\p{M}*/gu)) yield { word: one[0], at: index + one.index };
  }
}

/**
 * How much of a word is the beginning that was asked for: the longest. Each character is folded once, by itself:
 * normalize() sorts the marks of a letter, and takes a million steps for a thousand of them.
 * @param {string} word @param {string[]} asked
 */
function foundLength(word, asked) {
  const most = Math.max(...asked.map((one) => one.length));
  let form = '';
  /** How long the form is after each character of the word. @type {number[]} */
  const lengths = [];
  for (const character of word) {
    if (form.length >= most) break;
    form += foldedCharacter(character);
    lengths.push(form.length);
  }
  const begins = asked.filter((one) => form.startsWith(one));
  if (begins.length === 0) return 0;
  const longest = Math.max(...begins.map((one) => one.length));
  let [length, count] = [0, 0];
  for (const character of word) {
    const isWhole = count > 0 && (lengths[count - 1] ?? most) >= longest;
    // Marks behind a letter are its own.
    if (isWhole && !MARK.test(character)) break;
    length += character.length;
    count++;
  }
  return length;
}

/** @param {string} text */
const folded = (text) => Array.from(text, foldedCharacter).join('');

/** @param {string} character */
function foldedCharacter(character) {
  return character.normalize('NFKD').replace(NONSPACING, '').toUpperCase().toLowerCase();
}

/** @param {string} text @param {number} most characters */
function lastPart(text, most) {
  const characters = [...text];
  if (characters.length <= most) return text;
  const part = characters.slice(-most).join('');
  return part.replace(/^\S*\s/, '') || part;
}

/** @param {Piece[]} all @param {number} most characters @returns {Piece[]} */
function firstOf(all, most) {
  /** @type {Piece[]} */
  const kept = [];
  let left = most;
  for (const piece of all) {
    const characters = [...piece.text];
    if (characters.length > left) return [...kept, { ...piece, text: `${characters.slice(0, left).join('')}…` }];
    left -= characters.length;
    kept.push(piece);
  }
  return kept;
}
