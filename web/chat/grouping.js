/** @typedef {{ user: { id: string }, at: string }} Placed */

/** A longer pause between two messages of one user starts a new group. */
const GROUP_MS = 5 * 60_000;

/**
 * Tells whether a message starts a group, with its author's name and the time above it.
 * @param {Placed | undefined} previous @param {Placed} message
 */
export function startsGroup(previous, message) {
  if (!previous || previous.user.id !== message.user.id) return true;
  return startsDay(previous, message) || Date.parse(message.at) - Date.parse(previous.at) > GROUP_MS;
}

/**
 * Tells whether a message is the first of its day, in the reader's time zone.
 * @param {Placed | undefined} previous @param {Placed} message
 */
export function startsDay(previous, message) {
  return !previous || new Date(previous.at).toDateString() !== new Date(message.at).toDateString();
}
