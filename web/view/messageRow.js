import { coloured, create, createButton } from './element.js';
import { linkTo } from './messageLink.js';
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
  if (message.user.id === me.id) row.append(ownTools());
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
  if (deleted) row.querySelector('.message-tools')?.remove();
  row.classList.toggle('edited', Boolean(rev) && !deleted);
  row.classList.toggle('deleted', Boolean(deleted));
}

/**
 * A row becomes or ceases to be the first of its group, as when older messages come above it.
 * @param {HTMLElement} row
 * @param {{ user: { name: string }, at: string, id?: number }} message
 * @param {boolean} first
 */
export function markFirst(row, message, first) {
  if (row.dataset.first === String(first)) return;
  row.dataset.first = String(first);
  row.classList.toggle('first', first);
  for (const part of row.querySelectorAll('.by, .again, .later')) part.remove();
  const time = timeLink(message);
  time.classList.toggle('later', !first);
  if (first) row.prepend(byline(message, time));
  else row.prepend(authorAgain(message.user.name), time);
}

/**
 * The row of a message of one's own that is not in the conversation yet.
 * @param {Outgoing} entry
 * @param {{ me: import('../chat/types.js').User, first: boolean, isConnected: boolean }} place
 */
export function outgoingRow(entry, { me, first, isConnected }) {
  const unconfirmed = entry.state === 'sending' && entry.id === undefined;
  const row = create('div', `row own outgoing ${unconfirmed ? 'unconfirmed' : entry.state}`);
  row.dataset.clientId = entry.clientId;
  const text = messageText(entry.text, me.name);
  row.append(text);
  markFirst(row, { user: me, at: entry.at }, first);
  if (entry.state === 'failed') row.append(refusal(entry.reason ?? ''));
  if (!unconfirmed) return row;
  if (entry.late || !isConnected) row.append(trouble('status', 'Not confirmed yet'));
  else text.append(create('span', 'unseen', ' (being sent)'));
  return row;
}

/**
 * Who and when.
 * @param {{ user: { name: string } }} message
 * @param {HTMLElement} time
 */
export function byline({ user }, time) {
  const by = create('div', 'by');
  by.append(coloured('name', user.name), time);
  return by;
}

/** Who wrote it, for those who hear or copy a message out of the middle of its group. @param {string} name */
function authorAgain(name) {
  const again = create('span', 'unseen again');
  again.append(create('bdi', '', name), ': ');
  return again;
}

/**
 * The time of a message is its link, and no stop of the Tab key: hundreds would stand before the composer.
 * @param {{ at: string, id?: number }} message
 */
function timeLink({ at, id }) {
  if (id === undefined) return timeElement(at);
  const link = create('a', 'time');
  link.href = linkTo(id);
  link.tabIndex = -1;
  link.append(timeElement(at));
  return link;
}

/** @param {string} at @param {string} [words] */
export function timeElement(at, words = timeOfDay(at)) {
  const time = create('time', 'time', words);
  time.dateTime = at;
  time.title = fullTime(at);
  return time;
}

/** The server does not take the message. @param {string} reason */
function refusal(reason) {
  const line = trouble('alert', `Not sent: ${reason}`);
  line.append(createButton('link retry', 'Retry'), createButton('link remove', 'Remove'));
  return line;
}

/** What its author can do with a message. */
function ownTools() {
  const tools = create('div', 'message-tools');
  tools.append(createButton('link edit', 'Edit'), createButton('link delete', 'Delete'));
  return tools;
}

/** @param {'alert' | 'status'} role @param {string} words */
function trouble(role, words) {
  const line = create('div', 'trouble');
  line.setAttribute('role', role);
  line.append(create('span', '', words));
  return line;
}
