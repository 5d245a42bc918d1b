import { element } from './element.js';
import { createMessageList } from './messageList.js';
import { createScrolling } from './scrolling.js';

/** How late a page on which nothing happens learns of midnight. */
const DAY_CHECK_MS = 60_000;

/**
 * The conversation on the page: message list, reader's place, pill, and the states around it (loading, empty, beginning).
 * @param {import('../chat/chat.js').Chat} chat
 * @param {object} options
 * @param {(message: import('../chat/types.js').Message) => void} options.edit a message of one's own
 * @param {(atNewest: boolean) => void} options.looked the reader came to, or left, the newest message
 */
export function createConversation(chat, { edit, looked }) {
  const list = createMessageList(chat);
  const pill = element('pill');
  const older = element('older');
  const stop = new AbortController();
  let frame = 0;
  let missed = 0;
  let readingOlder = false;
  let readingNewer = false;

  const scrolling = createScrolling(element('scroller'), {
    follow(now) {
      chat.history.follow(now && chat.history.window.attached);
      showPill();
      looked(now && chat.history.window.attached);
    },
    nearTop: () => !scrolling.following && readOlder(),
    async nearEnd() {
      if (readingNewer || chat.history.window.attached) return;
      readingNewer = true;
      await chat.history.readNewer();
      readingNewer = false;
      draw();
    },
  });

  async function readOlder() {
    if (readingOlder || !chat.history.window.older) return;
    const { firstId } = chat.history.window;
    readingOlder = true;
    older.hidden = false;
    await chat.history.readOlder();
    readingOlder = false;
    older.hidden = true;
    if (chat.history.window.firstId !== firstId) draw();
  }

  function showPill() {
    const { attached } = chat.history.window;
    const away = !scrolling.following || !attached;
    if (!away) missed = 0;
    pill.hidden = !away || !chat.history.loaded;
    element('pill-text').textContent =
      missed === 0 ? 'Newest' : missed === 1 ? '1 new message' : `${missed} new messages`;
  }

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    scrolling.keepPlace(list.rows, () => {
      list.draw();
      const { window, loaded } = chat.history;
      element('loading').hidden = loaded;
      element('empty').hidden = !loaded || !list.isEmpty;
      element('beginning').hidden = !loaded || list.isEmpty || window.older;
    });
    showPill();
    if (chat.history.loaded && !scrolling.fills) readOlder();
  }

  /** Many changes, one drawing a frame; hidden pages get no frames and draw when they are seen again. */
  function drawSoon() {
    frame ||= requestAnimationFrame(draw);
  }

  async function toNewest() {
    await chat.history.jumpToNewest();
    scrolling.jumpToEnd();
    chat.history.follow(true);
    missed = 0;
    draw();
    looked(true);
  }

  /** @param {number} id of a message, wherever in the history it is */
  async function goTo(id) {
    const there = await chat.history.open(id);
    if (stop.signal.aborted) return;
    if (!there) {
      element('composer-error').textContent = `There is no message ${id} in this chat.`;
      return;
    }
    draw();
    const row = list.row(id);
    if (!row) return;
    for (const other of list.rows) other.classList.toggle('linked', other === row);
    scrolling.jumpTo(row);
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  function onClick(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest('button');
    const row = /** @type {HTMLElement | null} */ (button?.closest('.row'));
    if (!button || !row) return;
    const { id, clientId = '' } = row.dataset;
    const message = chat.history.window.find(Number(id));
    if (button.classList.contains('edit') && message) return edit(message);
    if (button.classList.contains('delete')) remove(Number(id));
    if (button.classList.contains('retry')) chat.outbox.retry(clientId);
    if (button.classList.contains('remove')) chat.outbox.remove(clientId);
    element('composer-text').focus();
  }

  /** @param {number} id */
  async function remove(id) {
    if (!confirm('Delete this message?')) return;
    try {
      await chat.remove(id);
      element('announce').textContent = 'Deleted.';
    } catch (error) {
      element('composer-error').textContent = /** @type {Error} */ (error).message;
    }
  }

  async function onPill() {
    await toNewest();
    // The pill goes; those who came by keyboard go on where they read.
    element('scroller').focus({ preventScroll: true });
  }

  pill.addEventListener('click', onPill, { signal: stop.signal });
  element('log').addEventListener('click', onClick, { signal: stop.signal });
  const dayCheck = setInterval(drawSoon, DAY_CHECK_MS);
  draw();

  return {
    drawSoon,
    toNewest,
    goTo,
    /** @param {import('../chat/notices.js').Notice} notice */
    tell(notice) {
      scrolling.keepPlace(list.rows, () => list.tell(notice));
    },
    /** @param {number} id the first message that was not seen; 0: none */
    beginNew(id) {
      if (list.beginNew(id)) drawSoon();
    },
    /** @param {number} count messages of others that came */
    miss(count) {
      if (!scrolling.following || !chat.history.window.attached) missed += count;
      drawSoon();
    },
    stop() {
      clearInterval(dayCheck);
      cancelAnimationFrame(frame);
      scrolling.stop();
      stop.abort();
      element('log').replaceChildren();
      element('loading').hidden = false;
      element('empty').hidden = true;
      element('beginning').hidden = true;
      pill.hidden = true;
    },
  };
}
