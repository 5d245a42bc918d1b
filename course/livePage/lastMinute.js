/**
 * What a page knows of the last minute: who serves what, what each loop and worker did, what a probe felt, and what was done to them.
 *
 * @typedef {import('./watch/layout.js').ChatLayout & {lab: {where: string[], what: string[], workers: number} | null}} WatchedChat lab: null without lab calls
 *
 * @typedef {object} ChatLook one chat at one look
 * @property {string} loop a letter of STATES @property {string} workers a letter each
 * @property {number | null} share of the time that its loop computed
 * @property {number | null} waiting requests that wait for a worker
 * @property {number} unanswered requests of the probe that wait for the loop @property {number} oldestMs age of the oldest of them
 * @property {number | null} lagMs of the loop, as it says itself
 *
 * @typedef {{at: number, late?: boolean, chats: Record<string, ChatLook>}} Look at: ms since 1970; late: who looks was itself kept from running
 * @typedef {{target: string, at: number, ms: number | null}} Felt at: when it was meant to be asked; ms: null where there was no answer
 * @typedef {{target: string, at: number}} Unfelt the oldest request of a probe that has no answer yet
 *
 * @typedef {object} WatchMark
 * @property {number} number from 1 @property {number} at ms since 1970 @property {string} label
 * @property {Record<string, import('./watch/press.js').Outcome>} [chats] of a lab call
 *
 * @typedef {object} Seen since the last time
 * @property {WatchedChat[]} [chats] where they have changed
 * @property {Look[]} [looks] @property {Felt[]} [felt] @property {Unfelt[]} [unfelt]
 * @property {WatchMark[]} [marks] new ones, and those that have changed
 *
 * @typedef {{chats: WatchedChat[] | null, looks: Look[], felt: Felt[], unfelt: Unfelt[], marks: WatchMark[]}} LastMinute chats: null before anybody looked
 */

export const KEPT_MS = 60_000;
const MOST_MARKS = 50;

/** @type {Record<string, import('./watch/laneStates.js').LaneState>} */
export const STATES = { i: 'idle', b: 'busy', w: 'waiting', a: 'away' };

/** @param {import('./watch/laneStates.js').LaneState} state @returns {string} */
export const letterOf = (state) => state[0];

/** @returns {LastMinute} before anybody looked */
export const unwatched = () => ({ chats: null, looks: [], felt: [], unfelt: [], marks: [] });

/** @param {LastMinute} minute changed @param {Seen} seen */
export function addSeen(minute, { chats, looks = [], felt = [], unfelt, marks = [] }) {
  if (chats) minute.chats = chats;
  minute.looks.push(...looks);
  minute.felt.push(...felt);
  if (unfelt) minute.unfelt = unfelt;
  for (const mark of marks) {
    const place = minute.marks.findIndex(({ number }) => number === mark.number);
    if (place === -1) minute.marks.push(mark);
    else minute.marks[place] = mark;
  }
  const from = nowOf(minute) - KEPT_MS;
  minute.looks = minute.looks.filter(({ at }) => at >= from);
  minute.felt = minute.felt.filter(({ at }) => at >= from);
  minute.marks = minute.marks.slice(-MOST_MARKS);
}

/** @param {LastMinute} minute @param {string} chat @returns {ChatLook | undefined} at the last look that found it */
export const lastLook = ({ looks }, chat) => looks.findLast((look) => look.chats[chat])?.chats[chat];

/** @param {LastMinute} minute @returns {WatchMark[]} the marks of that minute; of those before it the newest are kept too */
export const marksWithin = (minute) => minute.marks.filter(({ at }) => at >= nowOf(minute) - KEPT_MS);

/**
 * @param {import('./watch/layout.js').ChatLayout} chat
 * @returns {Record<string, string>} addresses that a probe asks, by target: first its loop's, then, where they have one of their own, its workers'
 */
export const probedUrls = ({ name, url, loop }) =>
  loop.url === url ? { [name]: url } : { [name]: loop.url, [`${name}-workers`]: url };

/** @param {LastMinute} minute @returns {number} ms since 1970 by the clock of who looks: a page's own may be another */
export const nowOf = ({ looks }) => looks[looks.length - 1]?.at ?? 0;
