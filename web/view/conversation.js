import { html } from './lit.js';
import { messageRows } from './messages.js';
import { glyph } from './parts.js';
import { createScrolling } from './scrolling.js';

/** @import { Chat } from '../chat/chat.js' */
/** @import { Actions } from './messages.js' */

/**
 * Shows the conversation: messages, the user's place, and other states (loading, empty, beginning).
 * @param {object} parts
 * @param {Chat} parts.chat
 * @param {{ count: number, first: number }} parts.unread
 * @param {Omit<Actions, 'remove'>} parts.actions
 * @param {() => void} parts.looked the user came to the newest message, or left it
 * @param {() => void} parts.draw  draws now
 * @param {() => void} parts.drawSoon
 * @param {(words: string) => void} parts.complain
 */
export function createConversation({ chat, unread, actions, looked, draw, drawSoon, complain }) {
  const { history } = chat;
  /** @type {ReturnType<typeof createScrolling>} */
  let scrolling;
  let linked = 0;
  /** The first id at the last drawing. */
  let drawnFrom = 0;

  const isAtNewest = () => scrolling.following && history.attached;

  /** Runs when the user came to the newest message, or left it. */
  function moved() {
    history.follow(isAtNewest());
    looked();
    drawSoon();
  }

  const readOlder = unlessRunning(async () => {
    if (history.older) await history.readOlder();
  });

  const readNewer = unlessRunning(async () => {
    if (history.attached) return;
    await history.readNewer();
    moved();
  });

  async function toNewest() {
    await history.jumpToNewest();
    scrolling.jumpToEnd();
    moved();
  }

  /** Goes where the pill points. The pill disappears, so the focus moves to the conversation for keyboard users. */
  async function pressPill() {
    await toNewest();
    document.getElementById('scroller')?.focus({ preventScroll: true });
  }

  /** @param {number} id */
  async function remove(id) {
    if (!confirm('Delete this message?')) return;
    try {
      await chat.remove(id);
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {number} id any message of the history */
  async function goTo(id) {
    if (!(await history.open(id))) return complain(`There is no message ${id} in this chat.`);
    linked = id;
    draw();
    const row = /** @type {HTMLElement | null} */ (document.querySelector(`.row[data-id="${id}"]`));
    if (!row) return;
    scrolling.jumpTo(row);
    row.focus({ preventScroll: true });
  }

  function pillText() {
    if (unread.count === 0) return 'Newest';
    return unread.count === 1 ? '1 new message' : `${unread.count} new messages`;
  }

  /** Screen readers read new messages, not those that are scrolled to or loaded at the start. */
  function live() {
    const { firstId } = history;
    const grewUpwards = firstId < drawnFrom || drawnFrom === 0;
    drawnFrom = firstId;
    return grewUpwards ? 'off' : 'polite';
  }

  /** The line above the first message. */
  function beginning() {
    if (!history.loaded) return 'Reading the newest messages…';
    if (history.older) return 'Reading older messages…';
    return history.messages.length ? 'The chat begins here' : 'Nobody has said anything yet';
  }

  /** @param {boolean} covered true: the search covers the conversation */
  function template(covered) {
    return html`
      <div id="scroller" class="scroller" tabindex="0" role="region" aria-label="Conversation" ?inert=${covered}>
        <p id="beginning" class="beginning">${beginning()}</p>
        <div id="log" class="log" role="log" aria-label="Messages" aria-live=${live()}>
          ${messageRows(chat, { firstNew: unread.first, linked }, { ...actions, remove })}
        </div>
      </div>
      <button
        id="pill"
        type="button"
        class="pill"
        ?hidden=${!history.loaded || isAtNewest()}
        ?inert=${covered}
        @click=${pressPill}
      >
        ${glyph('down')}<span>${pillText()}</span>
      </button>
    `;
  }

  return {
    template,
    toNewest,
    goTo,
    isAtNewest,
    /** Call after the first drawing. */
    begin() {
      scrolling = createScrolling(/** @type {HTMLElement} */ (document.getElementById('scroller')), {
        follow: moved,
        nearTop: () => !scrolling.following && readOlder(),
        nearEnd: readNewer,
      });
    },
    /** @param {() => void} draw */
    keepPlace: (draw) => scrolling.keepPlace(draw),
  };
}

/** Ignores calls while one runs, since each scroll event asks for more. @param {() => Promise<void>} run */
function unlessRunning(run) {
  let running = false;
  return async () => {
    if (running) return;
    running = true;
    await run();
    running = false;
  };
}
