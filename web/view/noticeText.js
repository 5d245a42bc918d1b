/** @typedef {import('../chat/notices.js').Some} Some */

/**
 * A notice in words: "Ann and Bob came in · 12 people left".
 * @param {import('../chat/notices.js').Notice} notice
 */
export function noticeText({ came, left }) {
  const parts = [came.count && `${who(came)} came in`, left.count && `${who(left)} left`];
  return parts.filter(Boolean).join(' · ');
}

/** @param {Some} some */
function who({ count, names }) {
  // FSI and PDI keep a right-to-left name from reordering the sentence.
  const shown = names.map((name) => `\u2068${name}\u2069`);
  if (count > 3 || !shown.length) return count === 1 ? 'Somebody' : `${count} people`;
  if (count > shown.length) shown.push(`${count - shown.length} more`);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}
