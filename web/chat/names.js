/** Number of hues that people can distinguish. */
const HUES = 24;

/**
 * The colour of a name: the same on every page and in both chats.
 * @param {string} name
 * @returns {number} degrees
 */
export function hueOf(name) {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return (hash % HUES) * (360 / HUES);
}

/**
 * One or two letters for a name: the initials of its first and its last word.
 * @param {string} name
 */
export function initialsOf(name) {
  const words = name.split(/[\s_.-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = (/** @type {string | undefined} */ word) => word?.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '';
  const letters = words.length > 1 ? first(words[0]) + first(words.at(-1)) : first(words[0]);
  return (letters || [...name][0] || '').toLocaleUpperCase();
}
