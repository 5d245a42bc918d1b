import { startsDay, startsGroup } from '../chat/grouping.js';
import { joinNotices } from '../chat/notices.js';
import { create, element } from './element.js';
import { drawText, markFirst, messageRow, outgoingRow } from './messageRow.js';
import { noticeText } from './noticeText.js';
import { dayName } from './times.js';

/** @typedef {import('../chat/types.js').Message} Message */
/** @typedef {import('../chat/notices.js').Notice} Notice */
/** @typedef {{ line: HTMLElement, told: Notice }} DrawnNotice */
/**
 * @typedef {{ message: Message, row: HTMLElement, day?: HTMLElement, news?: HTMLElement, notice?: DrawnNotice }} Drawn
 */

/**
 * Draws a chat's history and outbox into the log, and nothing else: no scrolling, no sound. Each call draws the
 * difference to what is drawn already, so a frame costs what changed in it.
 * @param {import('../chat/chat.js').Chat} chat
 */
export function createMessageList(chat) {
  const log = element('log');
  const conversation = create('div', 'stored');
  const outgoing = create('div', 'outgoing-rows');
  // One's own text is read out when it is stored; twice would be once too often.
  outgoing.setAttribute('aria-live', 'off');
  log.replaceChildren(conversation, outgoing);
  /** @type {Drawn[]} */
  let drawn = [];
  let generation = 0;
  let outgoingKey = '';
  /** The first message that was not seen when it came. */
  let firstNew = 0;
  let newsMoved = false;
  /** The day that "Today" stands for. */
  let today = new Date().toDateString();
  /** What was told before there was a message to tell it below. @type {Drawn['notice']} */
  let firstNotice;

  /** @param {Drawn} item */
  function erase({ row, day, news, notice }) {
    row.remove();
    day?.remove();
    news?.remove();
    notice?.line.remove();
  }

  /** @param {Message} message @returns {Drawn} */
  function draw(message) {
    return { message, row: messageRow(message, { me: chat.me, first: true }) };
  }

  /**
   * Sets what stands above a message: the day's line, the line where the news begin, and whether a group starts.
   * @param {Drawn} item @param {Drawn | undefined} above
   */
  function place(item, above) {
    const newDay = startsDay(above?.message, item.message);
    if (newDay && !item.day) {
      item.day = create('div', 'day', dayName(item.message.at, new Date()));
      (item.news ?? item.row).before(item.day);
    } else if (!newDay && item.day) {
      item.day.remove();
      item.day = undefined;
    }
    const isNew = item.message.id === firstNew;
    if (isNew && !item.news) {
      item.news = newsLine();
      item.row.before(item.news);
    } else if (!isNew) {
      item.news?.remove();
      item.news = undefined;
    }
    markFirst(item.row, item.message, isNew || startsGroup(above?.message, item.message) || Boolean(above?.notice));
  }

  function drawConversation() {
    const { messages } = chat.history.window;
    if (generation !== chat.history.window.generation) {
      generation = chat.history.window.generation;
      drawn.splice(0).forEach(erase);
    }
    const first = messages.length ? messages[0].id : Infinity;
    const last = messages.length ? messages[messages.length - 1].id : -Infinity;
    let gone = 0;
    while (gone < drawn.length && drawn[gone].message.id < first) erase(drawn[gone++]);
    let kept = drawn.length;
    while (kept > gone && drawn[kept - 1].message.id > last) erase(drawn[--kept]);
    drawn = drawn.slice(gone, kept);

    redraw(messages);
    const top = drawn.length ? drawn[0].message.id : Infinity;
    const bottom = drawn.length ? drawn[drawn.length - 1].message.id : -Infinity;
    const above = drawn.length ? upTo(messages, (message) => message.id < top) : [];
    const below = drawn.length ? downTo(messages, (message) => message.id > bottom) : messages;
    // Read aloud is what arrives, not what is scrolled to or loaded at the start.
    const live = above.length || !drawn.length ? 'off' : 'polite';
    if (log.getAttribute('aria-live') !== live) log.setAttribute('aria-live', live);
    insert(above.map(draw), 0);
    insert(below.map(draw), drawn.length);
    if (gone && !above.length && drawn.length) place(drawn[0], undefined);
    if (newsMoved) moveNews();
    return below;
  }

  /** What was edited or deleted since it was drawn. @param {Message[]} messages in memory, the drawn ones among them */
  function redraw(messages) {
    if (!drawn.length) return;
    const start = drawn[0].message.id - messages[0].id;
    drawn.forEach((item, index) => {
      const message = messages[start + index];
      if (message === item.message) return;
      item.message = message;
      drawText(item.row, message, chat.me);
    });
  }

  /** @param {Drawn[]} items @param {number} at 0 or the end */
  function insert(items, at) {
    if (!items.length) return;
    const rows = document.createDocumentFragment();
    for (const item of items) rows.append(item.row);
    if (at === 0) conversation.prepend(rows);
    else conversation.append(rows);
    drawn.splice(at, 0, ...items);
    const end = Math.min(drawn.length, at + items.length + 1);
    for (let i = at; i < end; i++) place(drawn[i], drawn[i - 1]);
  }

  /** After midnight "Today" is "Yesterday". */
  function renameDays() {
    const now = new Date();
    if (now.toDateString() === today) return;
    today = now.toDateString();
    for (const { day, message } of drawn) if (day) day.textContent = dayName(message.at, now);
  }

  function moveNews() {
    newsMoved = false;
    drawn.forEach((item, index) => {
      if (item.news || item.message.id === firstNew) place(item, drawn[index - 1]);
    });
  }

  function drawOutgoing() {
    const isConnected = chat.connection === 'joined';
    const above = drawn[drawn.length - 1];
    /** @type {{ user: { id: string }, at: string } | undefined} */
    let previous = above?.message;
    const entries = (chat.history.window.attached ? chat.outbox.entries : []).map((entry, index) => {
      const placed = { user: chat.me, at: entry.at };
      const first = startsGroup(previous, placed) || (index === 0 && Boolean(above?.notice));
      previous = placed;
      return { entry, first };
    });
    // Drawn again only where they changed: nobody could press a button of a row that is new in each frame.
    const key = JSON.stringify([entries, isConnected]);
    if (key === outgoingKey) return;
    outgoingKey = key;
    outgoing.replaceChildren(
      ...entries.map(({ entry, first }) => outgoingRow(entry, { me: chat.me, first, isConnected })),
    );
  }

  return {
    draw() {
      renameDays();
      const sent = new Set([...outgoing.children].map((row) => /** @type {HTMLElement} */ (row).dataset.clientId));
      const arrived = drawConversation();
      if (sent.size && arrived.length && arrived.length < 200) {
        for (const { message, row } of drawn.slice(-arrived.length))
          row.classList.toggle('arrived', sent.has(message.clientId));
      }
      drawOutgoing();
    },
    /**
     * @param {number} id of the first message that was not seen; 0: none
     * @returns {boolean} whether that has to be drawn
     */
    beginNew(id) {
      if (id === firstNew) return false;
      firstNew = id;
      newsMoved = true;
      return true;
    },
    /** @param {Notice} notice told below the newest message */
    tell(notice) {
      if (!chat.history.loaded || !chat.history.window.attached) return;
      const last = drawn[drawn.length - 1];
      const before = last ? last.notice : firstNotice;
      const told = before ? joinNotices(before.told, notice) : notice;
      const line = before?.line ?? create('p', 'notice');
      line.textContent = noticeText(told);
      if (last) last.notice = { line, told };
      else firstNotice = { line, told };
      if (!before && last) last.row.after(line);
      else if (!before) conversation.prepend(line);
      drawOutgoing();
    },
    /** @param {number} id @returns {HTMLElement | undefined} */
    row: (id) => drawn[id - (drawn[0]?.message.id ?? 0)]?.row,
    get isEmpty() {
      return drawn.length === 0 && outgoing.childElementCount === 0;
    },
    /** @returns {HTMLElement[]} the rows of the conversation, oldest first */
    get rows() {
      return drawn.map(({ row }) => row);
    },
  };
}

function newsLine() {
  const line = create('div', 'day news', 'New');
  line.setAttribute('role', 'separator');
  line.setAttribute('aria-label', 'New messages');
  return line;
}

/**
 * @template T
 * @param {T[]} list @param {(item: T) => boolean} holds
 * @returns {T[]} its first items, as long as it holds for them
 */
function upTo(list, holds) {
  let end = 0;
  while (end < list.length && holds(list[end])) end++;
  return list.slice(0, end);
}

/**
 * @template T
 * @param {T[]} list @param {(item: T) => boolean} holds
 * @returns {T[]} its last items, as long as it holds for them
 */
function downTo(list, holds) {
  let start = list.length;
  while (start > 0 && holds(list[start - 1])) start--;
  return list.slice(start);
}
