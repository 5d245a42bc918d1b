import { readFileSync } from 'node:fs';

/**
 * What the two chats must agree on about characters, whatever Unicode version their languages know.
 * @type {{ refused: [number, number][], looksLike: Record<string, string>, digest: string }}
 */
export const unicode = JSON.parse(
  readFileSync(new URL('../../../contract/unicode/names.json', import.meta.url), 'utf8'),
);

const unseen = new RegExp(
  `[${unicode.refused.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('')}]`,
  'u',
);
const everyUnseen = new RegExp(unseen, 'gu');

/** @type {Map<string, string>} */
const looksLike = new Map(
  Object.entries(unicode.looksLike).flatMap(([like, characters]) => [...characters].map((one) => [one, like])),
);

/**
 * Whether a text has a character that shows nothing, or nothing that is known to every reader.
 * @param {string} text
 */
export const hasUnseen = (text) => unseen.test(text);

/**
 * What a name looks like: two names with one skeleton are hard to tell apart (Unicode Technical Standard 39, section 4). Runs
 * of spaces are one space besides, as a page shows them.
 * @param {string} name
 */
export function skeletonOf(name) {
  const decomposed = name.normalize('NFD').replace(everyUnseen, '');
  let like = '';
  for (const character of decomposed) like += looksLike.get(character) ?? character;
  return like.normalize('NFD').replace(/ {2,}/g, ' ');
}
