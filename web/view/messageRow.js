import { coloured, create, createButton } from './element.js';
import { messageText } from './messageText.js';
import { fullTime, timeOfDay } from './times.js';

/** @typedef {import('../chat/outbox.js').Outgoing} Outgoing */

/**
 * The row of a message in the conversation.
 * @param {import('../chat/types.js').Message} message
 * @param {{ me: import('../chat/types.js').User, first: boolean }} place  first: of its group, with name and time above
 */
export function messageRow(message, { me, first }) {
  const row = create('div', message.user.id === me.id ? 'row own' : 'row');
  row.dataset.id = String(message.id);
  row.setAttribute('role', 'article');
  drawText(row, message, me);
  markFirst(row, message, first);
  return row;
}

/**
 * Writes a message's text into its row, in the place of what stood there: it was edited or deleted.
 * @param {HTMLElement} row
 * @param {import('../chat/types.js').Message} message
 * @param {import('../chat/types.js').User} me
 */
export function drawText(row, { text, rev, deleted }, me) {
  const drawn = deleted ? create('p', 'text', 'Message deleted') : messageText(text ?? '', me.name);
  const before = row.querySelector('.text');
  if (before) before.replaceWith(drawn);
  else row.append(drawn);
  row.classList.toggle('edited', Boolean(rev) && !deleted);
  row.classList.toggle('deleted', Boolean(deleted));
}

/**
 * A row becomes or ceases to be the first of its group, as when older messages come above it.
 * @param {HTMLElement} row
 * @param {{ user: { name: string }, at: string }} message
 * @param {boolean} first
 */
export function markFirst(row, message, first) {
  if (row.dataset.first === String(first)) return;
  row.dataset.first = String(first);
  row.classList.toggle('first', first);
  for (const part of row.querySelectorAll('.by, .again, .later')) part.remove();
  if (first) row.prepend(byline(message));
  else row.prepend(authorAgain(message.user.name), timeElement('time later', message.at));
}

/**
 * The row of a message of one's own that is not in the conversation yet.
 * @param {Outgoing} entry
 * @param {{ me: import('../chat/types.js').User, first: boolean, isConnected: boolean }} place
 */
export function outgoingRow(entry, { me, first, isConnected }) {
  const row = create('div', `row own outgoing ${entry.state}`);
  row.dataset.clientId = entry.clientId;
  const text = messageText(entry.text, me.name);
  row.append(text);
  markFirst(row, { user: me, at: entry.at }, first);
  if (entry.state === 'refused') row.append(refusal(entry.reason ?? ''));
  if (entry.state !== 'unknown') return row;
  if (entry.overdue || !isConnected) row.append(doubt());
  else text.append(create('span', 'unseen', ' (being sent)'));
  return row;
}

/**
 * Who and when.
 * @param {{ user: { name: string }, at: string }} message
 * @param {string} [time] in words that say more than the time of day
 */
export function byline({ user, at }, time) {
  const by = create('div', 'by');
  by.append(coloured('name', user.name), timeElement('time', at, time));
  return by;
}

/** Who wrote it, for those who hear or copy a message out of the middle of its group. @param {string} name */
function authorAgain(name) {
  const again = create('span', 'unseen again');
  again.append(create('bdi', '', name), ': ');
  return again;
}

/** @param {string} className @param {string} at @param {string} [words] */
function timeElement(className, at, words = timeOfDay(at)) {
  const time = create('time', className, words);
  time.dateTime = at;
  time.title = fullTime(at);
  return time;
}

/** The server does not take the message. @param {string} reason */
function refusal(reason) {
  const line = trouble('alert', `Not sent: ${reason}`);
  line.append(createButton('link retry', 'Retry'), createButton('link discard', 'Discard'));
  return line;
}

/** Whether the server has the message, this page does not know. */
function doubt() {
  const line = trouble('status', 'Not confirmed yet');
  const discard = createButton('link discard', 'Discard');
  discard.title = 'Takes it back: if the server has it after all, it is deleted';
  line.append(discard);
  return line;
}

/** @param {'alert' | 'status'} role @param {string} words */
function trouble(role, words) {
  const line = create('div', 'trouble');
  line.setAttribute('role', role);
  line.append(create('span', '', words));
  return line;
}
