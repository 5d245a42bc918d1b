import { joinNotices } from '../chat/notices.js';
import { html, nothing } from './lit.js';
import { messageRows } from './messages.js';
import { glyph } from './parts.js';
import { createScrolling } from './scrolling.js';

/** Most lines about users who came and left. */
const NOTICES_MAX = 60;

/**
 * The conversation on the page: messages, the user's place, and other states (loading, empty, beginning).
 * @param {object} parts
 * @param {import('../chat/chat.js').Chat} parts.chat
 * @param {import('./messages.js').Deeds['reply']} parts.reply
 * @param {import('./messages.js').Deeds['edit']} parts.edit
 * @param {import('./messages.js').Deeds['rewrite']} parts.rewrite
 * @param {(atNewest: boolean) => void} parts.looked the user came to the newest message, or left it
 * @param {() => void} parts.draw  now
 * @param {() => void} parts.drawSoon
 * @param {(words: string) => void} parts.complain
 * @param {(words: string) => void} parts.announce
 */
export function createConversation({ chat, reply, edit, rewrite, looked, draw, drawSoon, complain, announce }) {
  const { history } = chat;
  /** @type {Map<number, import('../chat/notices.js').Notice>} by the id of the message above; 0: none */
  const notices = new Map();
  /** @type {ReturnType<typeof createScrolling>} */
  let scrolling;
  let missed = 0;
  let firstNew = 0;
  let linked = 0;
  let readingOlder = false;
  let readingNewer = false;
  /** First id at the last drawing, or when the page was too short to scroll. */
  let drawnFrom = 0;
  let filledFrom = 0;

  async function readOlder() {
    if (readingOlder || !history.older) return;
    readingOlder = true;
    drawSoon();
    await history.readOlder();
    readingOlder = false;
    drawSoon();
  }

  async function readNewer() {
    if (readingNewer || history.attached) return;
    readingNewer = true;
    await history.readNewer();
    readingNewer = false;
    drawSoon();
  }

  async function toNewest() {
    await history.jumpToNewest();
    scrolling.jumpToEnd();
    history.follow(true);
    missed = 0;
    looked(true);
    drawSoon();
  }

  /** Follows the pill. The pill disappears, so the focus moves to the conversation for keyboard users. */
  async function pressPill() {
    await toNewest();
    document.getElementById('scroller')?.focus({ preventScroll: true });
  }

  /** @param {number} id */
  async function remove(id) {
    if (!confirm('Delete this message?')) return;
    try {
      await chat.remove(id);
      announce('Deleted.');
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {number} id any message of the history */
  async function goTo(id) {
    if (!(await history.open(id))) return complain(`There is no message ${id} in this chat.`);
    linked = id;
    draw();
    const row = document.querySelector(`.row[data-id="${id}"]`);
    if (!(row instanceof HTMLElement)) return;
    scrolling.jumpTo(row);
    row.focus({ preventScroll: true });
  }

  function pillText() {
    if (missed === 0) return 'Newest';
    return missed === 1 ? '1 new message' : `${missed} new messages`;
  }

  /** Screen readers read new messages, not those that are scrolled to or loaded at the start. */
  function live() {
    const { firstId } = history;
    const grewUpwards = firstId < drawnFrom || drawnFrom === 0;
    drawnFrom = firstId;
    return grewUpwards ? 'off' : 'polite';
  }

  /** @param {boolean} covered by the search */
  function template(covered) {
    const { loaded, attached } = history;
    const isEmpty = history.messages.length + chat.outbox.entries.length === 0;
    const away = loaded && !(scrolling?.following && attached);
    return html`
      <div id="scroller" class="scroller" tabindex="0" role="region" aria-label="Conversation" ?inert=${covered}>
        ${loaded && !isEmpty && !history.older ? beginning : nothing}
        ${readingOlder ? html`<div class="older">Reading older messages…</div>` : nothing}
        ${loaded ? nothing : html`<p id="loading" class="beginning">Reading the newest messages…</p>`}
        ${loaded && isEmpty ? empty() : nothing}
        <div id="log" class="log" role="log" aria-label="Messages" aria-live=${live()}>
          ${messageRows(chat, { firstNew, linked, notices }, { reply, edit, remove, goTo, rewrite })}
        </div>
      </div>
      <button id="pill" type="button" class="pill" ?hidden=${!away} ?inert=${covered} @click=${pressPill}>
        ${glyph('down')}<span>${pillText()}</span>
      </button>
    `;
  }

  return {
    template,
    toNewest,
    /** Call after the first drawing. */
    begin() {
      scrolling = createScrolling(/** @type {HTMLElement} */ (document.getElementById('scroller')), {
        follow(now) {
          history.follow(now && history.attached);
          if (now && history.attached) missed = 0;
          looked(now && history.attached);
          drawSoon();
        },
        nearTop: () => !scrolling.following && readOlder(),
        nearEnd: readNewer,
      });
    },
    /** Draws, and reads older messages if there are too few to scroll. @param {() => void} draw */
    keepPlace(draw) {
      scrolling.keepPlace(draw);
      const { firstId } = history;
      if (!history.loaded || scrolling.fills || firstId === filledFrom) return;
      filledFrom = firstId;
      readOlder();
    },
    goTo,
    /** @param {import('../chat/notices.js').Notice} notice shown below the newest message */
    tell(notice) {
      const { loaded, attached, lastId } = history;
      if (!loaded || !attached) return;
      const before = notices.get(lastId);
      const [oldest] = notices.keys();
      if (notices.size === NOTICES_MAX) notices.delete(oldest);
      notices.set(lastId, before ? joinNotices(before, notice) : notice);
      drawSoon();
    },
    /** @param {number} id the first unseen message; 0: none */
    beginNew(id) {
      firstNew = id;
      drawSoon();
    },
    /** @param {number} count messages of others that came */
    miss(count) {
      if (!scrolling.following || !history.attached) missed += count;
      drawSoon();
    },
    stop: () => scrolling.stop(),
  };
}

const beginning = html`<p id="beginning" class="beginning">The chat begins here</p>`;

const empty = () => html`
  <div class="empty">
    <p class="empty-title">Nobody has said anything yet</p>
    <p>Write the first message below.</p>
  </div>
`;
