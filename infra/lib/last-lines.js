/**
 * The end of a text, for people: it is what tells why something stopped.
 * @param {string} text
 * @param {number} lines
 */
export function lastLines(text, lines) {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}
