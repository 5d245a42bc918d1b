import { element } from './element.js';
import { createMessageEditor } from './messageEditor.js';
import { createMessageList } from './messageList.js';
import { createMessageTools } from './messageTools.js';
import { createScrolling } from './scrolling.js';

/** How late a page on which nothing happens learns of midnight. */
const DAY_CHECK_MS = 60_000;

/**
 * The conversation on the page: message list, reader's place, pill, and the states around it (loading, empty, beginning).
 * @param {import('../chat/chat.js').Chat} chat
 * @param {object} options
 * @param {number} options.textMax characters of a message
 * @param {(atNewest: boolean) => void} options.looked the reader came to, or left, the newest message
 */
export function createConversation(chat, { textMax, looked }) {
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
      editor?.check(find);
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
    const row = /** @type {HTMLElement | null} */ (button?.closest('.outgoing'));
    const clientId = row?.dataset.clientId;
    if (!button || !clientId) return;
    if (button.classList.contains('retry')) chat.retry(clientId);
    if (button.classList.contains('discard')) chat.discard(clientId);
    element('composer-text').focus();
  }

  async function onPill() {
    await toNewest();
    // The pill goes; those who came by keyboard go on where they read.
    element('scroller').focus({ preventScroll: true });
  }

  const find = (/** @type {number} */ id) => chat.history.window.find(id);

  const editor = createMessageEditor({
    textMax,
    save: chat.edit,
    keepPlace: (step) => scrolling.keepPlace(list.rows, step),
  });

  /** @param {number} id of a message in memory @param {HTMLElement} [focusAfterwards] */
  function edit(id, focusAfterwards) {
    const [row, message] = [list.row(id), find(id)];
    if (!row || !message || message.deleted) return;
    row.tabIndex = -1;
    editor.open(row, message, focusAfterwards ?? row);
  }

  pill.addEventListener('click', onPill, { signal: stop.signal });
  element('log').addEventListener('click', onClick, { signal: stop.signal });
  createMessageTools({
    find,
    myId: chat.me.id,
    edit,
    remove: chat.remove,
    rows: () => list.rows,
    signal: stop.signal,
  });
  const dayCheck = setInterval(drawSoon, DAY_CHECK_MS);
  draw();

  return {
    drawSoon,
    toNewest,
    goTo,
    /** @param {HTMLElement} focusAfterwards @returns {boolean} whether there is a message of one's own to edit */
    editLast(focusAfterwards) {
      const last = chat.history.window.messages.findLast(({ user, deleted }) => user.id === chat.me.id && !deleted);
      if (last) edit(last.id, focusAfterwards);
      return Boolean(last);
    },
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
      editor.close();
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
