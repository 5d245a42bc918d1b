/** @import { Notice, Some } from '../chat/notices.js' */

/** This many names fit on one line. */
const NAMED = 3;
const list = new Intl.ListFormat('en-GB');

/** Names people: "Ann", "Ann, Bob and 5 more", "12 people". @param {Some} some */
export function peopleText({ count, names }) {
  // FSI and PDI keep a right-to-left name from reordering the sentence.
  const shown = names.slice(0, NAMED).map((name) => `\u2068${name}\u2069`);
  const rest = count - shown.length;
  if (shown.length) return list.format(rest ? [...shown, `${rest} more`] : shown);
  return count === 1 ? 'Somebody' : `${count} people`;
}

/** Writes a notice: "Ann and Bob came in · 12 people left". @param {Notice} notice */
export function noticeText({ came, left }) {
  const parts = [came.count && `${peopleText(came)} came in`, left.count && `${peopleText(left)} left`];
  return parts.filter(Boolean).join(' · ');
}
