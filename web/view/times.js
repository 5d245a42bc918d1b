const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const thisYear = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

/** @param {string} at ISO 8601 @returns {string} the time of day in the user's locale */
export function timeOfDay(at) {
  return clock.format(new Date(at));
}

/** @param {string} at ISO 8601 */
export function fullTime(at) {
  return full.format(new Date(at));
}

/** @param {string} at ISO 8601 @param {Date} now @returns {string} Today, Yesterday, or the date */
export function dayName(at, now) {
  const date = new Date(at);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return (date.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(date);
}
