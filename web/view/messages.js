import { startsDay, startsGroup } from '../chat/grouping.js';
import { guard, html, nothing, repeat } from './lit.js';
import { linkTo } from './messageLink.js';
import { messageText } from './messageText.js';
import { noticeText } from './noticeText.js';
import { hue } from './parts.js';
import { quote } from './quote.js';
import { dayName, fullTime, timeOfDay } from './times.js';

/** @typedef {import('../chat/types.js').Message} Message */
/** @typedef {import('../chat/outbox.js').Outgoing} Outgoing */
/**
 * @typedef {object} Marks lines and marks among the messages
 * @property {number} firstNew  id of the first unseen message; 0: none
 * @property {number} linked    id of the message in the page's address; 0: none
 * @property {Map<number, import('../chat/notices.js').Notice>} notices by the id of the message above
 */

/**
 * @typedef {object} Deeds actions on a message
 * @property {((message: Message) => void) | undefined} reply  undefined if the server does not claim replies
 * @property {(message: Message) => void} edit  for its author
 * @property {(id: number) => void} remove  for its author
 * @property {(id: number) => void} goTo
 * @property {(refused: Outgoing | undefined) => void} rewrite  for its author
 */

/**
 * The rows of a chat's history and outbox. An unchanged row costs one comparison.
 * @param {import('../chat/chat.js').Chat} chat
 * @param {Marks} marks
 * @param {Deeds} deeds
 */
export function messageRows(chat, { firstNew, linked, notices }, deeds) {
  const { messages, find } = chat.history;
  const today = new Date();
  /** @type {{ id?: number, user: { id: string }, at: string } | undefined} */
  let above;
  const isBelowNotice = () => notices.has(above?.id ?? 0);

  /** @param {Message} message */
  function row(message) {
    const isNew = message.id === firstNew;
    const newDay = startsDay(above, message);
    const first = isNew || startsGroup(above, message) || isBelowNotice();
    const notice = notices.get(message.id);
    above = message;
    const isLinked = message.id === linked;
    // At midnight "Today" becomes "Yesterday".
    const day = newDay && dayName(message.at, today);
    const quoted = find(message.replyTo ?? 0);
    return guard([message, quoted, first, isNew, day, notice, isLinked], () => [
      day ? html`<div class="day">${day}</div>` : nothing,
      isNew ? html`<div class="day news" role="separator" aria-label="New messages">New</div>` : nothing,
      storedRow(message, { me: chat.me, first, isLinked, quoted, ...deeds }),
      notice ? html`<p class="notice">${noticeText(notice)}</p>` : nothing,
    ]);
  }

  /** @param {Outgoing} entry */
  function outgoing(entry) {
    const placed = { user: chat.me, at: entry.at };
    const first = startsGroup(above, placed) || isBelowNotice();
    above = placed;
    return outgoingRow(entry, { chat, first, ...deeds });
  }

  const entries = chat.history.attached ? chat.outbox.entries : [];
  const told = notices.get(0);
  return html`
    ${told && !messages.length ? html`<p class="notice">${noticeText(told)}</p>` : nothing}
    <div>${repeat(messages, ({ id }) => id, row)}</div>
    <div aria-live="off">${repeat(entries, ({ clientId }) => clientId, outgoing)}</div>
  `;
}

/**
 * @typedef {object} Place
 * @property {import('../chat/types.js').User} me
 * @property {boolean} first  in its group, with name and time above
 * @property {boolean} isLinked
 * @property {Message | undefined} quoted  the message it replies to, if that is in memory
 *
 * @param {Message} message
 * @param {Place & Deeds} place
 */
function storedRow(message, { me, first, isLinked, quoted, reply, edit, remove, goTo }) {
  const { id, user, text = '', replyTo, rev, deleted } = message;
  const own = user.id === me.id;
  const classes = [
    'row',
    own && 'own',
    first && 'first',
    deleted && 'deleted',
    rev && !deleted && 'edited',
    isLinked && 'linked',
  ];
  return html`
    <div class=${classes.filter(Boolean).join(' ')} data-id=${id} role="article" tabindex=${isLinked ? -1 : nothing}>
      ${head(message, first)} ${replyTo && !deleted ? quote(replyTo, quoted, goTo) : nothing}
      ${paragraph(deleted ? 'Message deleted' : messageText(text, me.name))}
      ${
        deleted
          ? nothing
          : html`<div class="message-tools">
              ${reply ? tool('Reply', () => reply(message), isLinked) : nothing}
              ${own ? [tool('Edit', () => edit(message)), tool('Delete', () => remove(id))] : nothing}
            </div>`
      }
    </div>
  `;
}

/**
 * @param {string} name @param {() => void} click
 * @param {boolean} [isStop] whether Tab stops here; on all messages, hundreds of stops would precede the composer
 */
const tool = (name, click, isStop = true) =>
  html`<button type="button" class="link" tabindex=${isStop ? 0 : -1} @click=${click}>${name}</button>`;

/**
 * The row of an own message that is not in the conversation yet.
 * @param {Outgoing} entry
 * @param {Pick<Deeds, 'goTo' | 'rewrite'> & { chat: import('../chat/chat.js').Chat, first: boolean }} place
 */
function outgoingRow({ clientId, text, replyTo, at, state, id, late, reason }, { chat, first, goTo, rewrite }) {
  const { me, connection, outbox, history } = chat;
  const unconfirmed = state === 'sending' && id === undefined;
  const silent = unconfirmed && (late || connection !== 'joined');
  const refused = () => html`
    <div class="trouble" role="alert">
      <span>Not sent: ${reason}</span>
      <button type="button" class="link" @click=${() => rewrite(outbox.remove(clientId))}>Edit</button>
      <button type="button" class="link remove" @click=${() => outbox.remove(clientId)}>Remove</button>
    </div>
  `;
  return html`
    <div class="row own outgoing ${unconfirmed ? 'unconfirmed' : state} ${first ? 'first' : ''}">
      ${head({ user: me, at }, first)} ${replyTo ? quote(replyTo, history.find(replyTo), goTo) : nothing}
      ${paragraph(messageText(text, me.name))}
      ${unconfirmed && !silent ? html`<span class="unseen">(being sent)</span>` : nothing}
      ${silent ? html`<div class="trouble" role="status"><span>Not confirmed yet</span></div>` : nothing}
      ${state === 'failed' ? refused() : nothing}
    </div>
  `;
}

/** One line of code, because white space inside the element shows. @param {unknown} text */
const paragraph = (text) => html`<p class="text" dir="auto">${text}</p>`;

/**
 * Name and time at the start of a group. Inside a group the name is hidden, for screen readers and for copying.
 * @param {{ user: { name: string }, at: string, id?: number }} message
 * @param {boolean} first
 */
function head(message, first) {
  if (first) return byline(message);
  return html`<span class="unseen"><bdi>${message.user.name}</bdi>: </span>${timeOf(message, 'time later')}`;
}

/**
 * Author and time of a message.
 * @param {{ user: { name: string }, at: string, id?: number }} message
 * @param {string} [when] replaces the time of day; then the time is not a link
 */
export function byline({ user, at, id }, when) {
  return html`<div class="by">
    <bdi class="name" title=${user.name} data-hue .style=${hue(user.name)}>${user.name}</bdi
    >${timeOf({ at, id: when ? undefined : id }, 'time', when)}
  </div>`;
}

/**
 * The time of a message is its link. Tab skips it: hundreds of stops would precede the composer.
 * @param {{ at: string, id?: number }} message
 * @param {string} className
 * @param {string} [when]
 */
function timeOf({ at, id }, className, when = timeOfDay(at)) {
  const time = (/** @type {string} */ name) =>
    html`<time class=${name} datetime=${at} title=${fullTime(at)}>${when}</time>`;
  return id ? html`<a class=${className} href=${linkTo(id)} tabindex="-1">${time('')}</a>` : time(className);
}
