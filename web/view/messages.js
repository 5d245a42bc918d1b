import { startsDay, startsGroup } from '../chat/grouping.js';
import { guard, html, nothing, repeat } from './lit.js';
import { messageText } from './messageText.js';
import { noticeText } from './peopleText.js';
import { quote } from './quote.js';
import { dayName, fullTime, timeOfDay } from './times.js';

/** @import { Chat } from '../chat/chat.js' */
/** @import { Outgoing } from '../chat/outbox.js' */
/** @import { Message, User } from '../chat/types.js' */

/**
 * @typedef {object} Actions the actions on a message
 * @property {((message: Message) => void) | undefined} reply  undefined if the server does not claim replies
 * @property {(message: Message) => void} edit  for its author
 * @property {(id: number) => void} remove  for its author
 * @property {(refused: Outgoing | undefined) => void} rewrite  for its author
 */

/**
 * Shows a chat's history and outbox as rows. An unchanged row costs one comparison.
 * @param {Chat} chat
 * @param {{ firstNew: number, linked: number }} marks  ids of the first unseen message and of the one in the page's
 *   address; 0: none
 * @param {Actions} actions
 */
export function messageRows(chat, { firstNew, linked }, actions) {
  const { notices } = chat;
  const { messages, find, attached } = chat.history;
  const today = new Date();
  /** @type {{ id?: number, user: User, at: string } | undefined} */
  let above;

  /** Tells whether name and time stand above the message. @param {{ id?: number, user: User, at: string }} message */
  function isFirst(message) {
    const first = message.id === firstNew || startsGroup(above, message) || notices.has(above?.id ?? 0);
    above = message;
    return first;
  }

  /** @param {Message} message */
  function row(message) {
    const { id, replyTo = 0 } = message;
    // "Today" becomes "Yesterday" at midnight.
    const day = startsDay(above, message) && dayName(message.at, today);
    const first = isFirst(message);
    const [isNew, isLinked] = [id === firstNew, id === linked];
    const quoted = find(replyTo);
    const notice = notices.get(id);
    return guard([message, quoted, first, isNew, day, notice, isLinked], () => [
      day ? html`<div class="day">${day}</div>` : nothing,
      isNew ? html`<div class="day first-new" role="separator" aria-label="New messages">New</div>` : nothing,
      storedRow(message, { me: chat.me, first, isLinked, quoted }, actions),
      notice ? html`<p class="notice">${noticeText(notice)}</p>` : nothing,
    ]);
  }

  /** @param {Outgoing} entry */
  const outgoing = (entry) => outgoingRow(entry, isFirst({ user: chat.me, at: entry.at }), chat, actions);

  const told = notices.get(0);
  return html`
    ${told && !messages.length ? html`<p class="notice">${noticeText(told)}</p>` : nothing}
    <div>${repeat(messages, ({ id }) => id, row)}</div>
    <div aria-live="off">${repeat(attached ? chat.outbox.entries : [], ({ clientId }) => clientId, outgoing)}</div>
  `;
}

/**
 * @param {Message} message
 * @param {{ me: User, first: boolean, isLinked: boolean, quoted: Message | undefined }} how  first: it is the first
 *   of its group; quoted: the message that it replies to, if that is in memory
 * @param {Actions} actions
 */
function storedRow(message, { me, first, isLinked, quoted }, { reply, edit, remove }) {
  const { id, user, text = '', replyTo, rev, deleted } = message;
  const own = user.id === me.id;
  const classes = { own, first, deleted, edited: rev && !deleted, linked: isLinked };
  const names = Object.entries(classes).map(([name, is]) => (is ? name : ''));
  // Otherwise hundreds of stops would precede the composer.
  const replyStop = isLinked ? 0 : -1;
  const tools = () => html`
    <div class="message-tools">
      ${reply ? tool('Reply', () => reply(message), replyStop) : nothing}
      ${own ? [tool('Edit', () => edit(message)), tool('Delete', () => remove(id))] : nothing}
    </div>
  `;
  return html`
    <div class="row ${names.join(' ')}" data-id=${id} role="article" tabindex=${isLinked ? -1 : nothing}>
      ${head(message, first)} ${replyTo && !deleted ? quote(replyTo, quoted) : nothing}
      ${paragraph(deleted ? 'Message deleted' : messageText(text))} ${deleted ? nothing : tools()}
    </div>
  `;
}

/** @param {string} name @param {() => void} click @param {number} [tabindex] */
const tool = (name, click, tabindex = 0) =>
  html`<button type="button" class="link" tabindex=${tabindex} @click=${click}>${name}</button>`;

/**
 * Shows an own message that is not in the conversation yet.
 * @param {Outgoing} entry @param {boolean} first @param {Chat} chat @param {Actions} actions
 */
function outgoingRow({ clientId, text, replyTo, at, state, id, late, reason }, first, chat, { rewrite }) {
  const { me, connection, outbox, history } = chat;
  const unconfirmed = state === 'sending' && id === undefined;
  const silent = unconfirmed && (late || connection !== 'joined');
  const refused = () => html`
    <div class="trouble" role="alert">
      <span>Not sent: ${reason}</span>
      ${tool('Edit', () => rewrite(outbox.remove(clientId)))} ${tool('Remove', () => outbox.remove(clientId))}
    </div>
  `;
  return html`
    <div class="row own outgoing ${unconfirmed ? 'unconfirmed' : state} ${first ? 'first' : ''}">
      ${head({ user: me, at }, first)} ${replyTo ? quote(replyTo, history.find(replyTo)) : nothing}
      ${paragraph(messageText(text))}
      ${unconfirmed && !silent ? html`<span class="unseen">(being sent)</span>` : nothing}
      ${silent ? html`<div class="trouble" role="status"><span>Not confirmed yet</span></div>` : nothing}
      ${state === 'failed' ? refused() : nothing}
    </div>
  `;
}

/** The template is one line, because white space inside the element shows. @param {unknown} text */
const paragraph = (text) => html`<p class="text" dir="auto">${text}</p>`;

/**
 * Shows name and time at the start of a group. Inside a group the name is there only for screen readers and copying.
 * @param {{ user: User, at: string, id?: number }} message
 * @param {boolean} first
 */
function head({ user, at, id }, first) {
  if (first) return byline(user, timeOf(at, id));
  return html`<span class="unseen"><bdi>${user.name}</bdi>: </span>${timeOf(at, id, 'time later')}`;
}

/** People can distinguish this many hues. */
const HUES = 24;

/** Gives a name's colour, the same on all pages of both chats. @param {string} name @returns {number} degrees */
function hueOf(name) {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return (hash % HUES) * (360 / HUES);
}

/** @param {User} user @param {unknown} when */
export function byline({ name }, when) {
  // The style is set as a property: the Content-Security-Policy forbids the attribute.
  const style = `--hue: ${hueOf(name)}`;
  return html`<div class="by"><bdi class="name" title=${name} .style=${style}>${name}</bdi>${when}</div>`;
}

/**
 * Shows a message's time, which is its link. Tab skips it: hundreds of stops would precede the composer.
 * @param {string} at ISO 8601 @param {number} [id] undefined: the message is not stored yet @param {string} [className]
 */
function timeOf(at, id, className = 'time') {
  const time = html`<time datetime=${at} title=${fullTime(at)}>${timeOfDay(at)}</time>`;
  return id
    ? html`<a class=${className} href="#m${id}" tabindex="-1">${time}</a>`
    : html`<span class=${className}>${time}</span>`;
}
