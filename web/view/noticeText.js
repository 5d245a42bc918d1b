/** @typedef {import('../chat/notices.js').Some} Some */

/**
 * A notice in words: "Ann and Bob came in. 12 people came back."
 * @param {import('../chat/notices.js').Notice} notice
 */
export function noticeText({ came, back, left }) {
  return [
    [came, 'came in'],
    [back, 'came back'],
    [left, 'left'],
  ]
    .filter(([some]) => /** @type {Some} */ (some).count)
    .map(([some, did]) => `${who(/** @type {Some} */ (some))} ${did}`)
    .join(' · ');
}

/** @param {Some} some */
function who({ count, names }) {
  // FSI and PDI keep a right-to-left name from turning the sentence round.
  const shown = names.map((name) => `\u2068${name}\u2069`);
  if (count > 3 || !shown.length) return count === 1 ? 'Somebody' : `${count} people`;
  if (count > shown.length) shown.push(`${count - shown.length} more`);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}
