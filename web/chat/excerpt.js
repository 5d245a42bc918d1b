/** @typedef {{ text: string, found: boolean }} Piece */

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces: a word of the search may begin anywhere. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** So much of a text stands before the first word that was found. */
const BEFORE = 40;
/** Lines that a result shows hold no more. */
const MOST = 240;

/**
 * What a result shows of a message: its text around the first word that was found, those words marked. What is found the server says;
 * this is how a reader sees why, by nearly the same folding.
 * @param {string} text
 * @param {string} query
 * @returns {Piece[]}
 */
export function excerpt(text, query) {
  const asked = [...new Set(wordsOf(query).map(({ word }) => folded(word)))].filter(Boolean);
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
  for (const { word, at } of wordsOf(text)) {
    const length = foundLength(word, asked);
    if (length === 0) continue;
    if (at > end) result.push({ text: text.slice(end, at), found: false });
    result.push({ text: text.slice(at, at + length), found: true });
    end = at + length;
  }
  if (end < text.length) result.push({ text: text.slice(end), found: false });
  return result;
}

/** @param {string} text */
function wordsOf(text) {
  return [...text.matchAll(WORDS)].flatMap(({ 0: word, index }) =>
    WITHOUT_SPACES.test(word)
      ? Array.from(word.matchAll(/\P{M}\p{M}*/gu), (one) => ({ word: one[0], at: index + one.index }))
      : [{ word, at: index }],
  );
}

/** How much of a word is the beginning that was asked for: the longest. @param {string} word @param {string[]} asked */
function foundLength(word, asked) {
  const begins = asked.filter((one) => folded(word).startsWith(one));
  if (begins.length === 0) return 0;
  const longest = Math.max(...begins.map((one) => one.length));
  let length = 0;
  for (const character of word) {
    // Marks behind a letter are its own.
    if (folded(word.slice(0, length)).length >= longest && !/\p{M}/u.test(character)) break;
    length += character.length;
  }
  return length;
}

/** @param {string} text */
function folded(text) {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
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
