/** Number of hues that people can distinguish. */
const HUES = 24;

/** The colour of a name: the same on every page and in both chats. @param {string} name @returns {number} degrees */
export function hueOf(name) {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return (hash % HUES) * (360 / HUES);
}
