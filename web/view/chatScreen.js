import { createChat } from '../chat/chat.js';
import { keepOf } from '../chat/keep.js';
import { OUTGOING_MAX } from '../chat/outbox.js';
import { createUnread } from '../chat/unread.js';
import { createBanner } from './banner.js';
import { createComposer } from './composer.js';
import { createConversation } from './conversation.js';
import { element } from './element.js';
import { idIn } from './messageLink.js';
import { createPeopleList } from './peopleList.js';
import { createSearchPanel } from './searchPanel.js';
import { createTypingLine } from './typingLine.js';

/** So many messages are drawn at most; older and newer ones come from the store as one scrolls. */
const MAX_IN_MEMORY = 500;
/** Coming back to the page asks the store, but not at each flick between two windows. */
const WAKE_PAUSE_MS = 1000;

/**
 * The chat of a logged-in user on the page.
 * @param {object} parts
 * @param {import('../chat/types.js').Config} parts.config
 * @param {import('../chat/types.js').User} parts.me
 * @param {import('../chat/api.js').Api} parts.api
 * @param {import('../chat/types.js').CreateTransport} parts.createTransport
 * @param {{ show: (unread: number) => void }} parts.title
 * @param {{ play: () => void }} parts.sound
 * @param {{ muted: boolean }} parts.mute
 * @param {(note?: string) => void} parts.ended  back to the login
 */
export function openChatScreen({ config, me, api, createTransport, title, sound, mute, ended }) {
  const leave = /** @type {HTMLButtonElement} */ (element('leave'));
  const stop = new AbortController();
  const { signal } = stop;
  let atNewest = true;
  let wokenAt = 0;

  const chat = createChat({
    me,
    api,
    openTransport: (events) => createTransport({ config, api, events }),
    keepOutbox: keepOf(me, 'outbox'),
    maxInMemory: MAX_IN_MEMORY,
    on: {
      messages: () => conversation.drawSoon(),
      fresh(count, first) {
        unread.add(count, first);
        conversation.beginNew(unread.first);
        conversation.miss(count);
        if (!mute.muted) sound.play();
      },
      people: () => people.drawSoon(),
      typing: () => typingLine.draw(),
      connection(connection, refusal) {
        banner.tell(connection, refusal);
        conversation.drawSoon();
      },
      notice: (notice) => conversation.tell(notice),
      // Leaving ends the session too, and says so itself.
      sessionEnded: () =>
        leave.disabled || close('Your session has ended. Log in again: what you wrote is still here.'),
    },
  });

  const unread = createUnread(title.show);
  const banner = createBanner(chat.reconnect);
  const people = createPeopleList(chat);
  const typingLine = createTypingLine(chat);
  const conversation = createConversation(chat, {
    edit: (message) => composer.edit(message),
    looked(now) {
      atNewest = now;
      look();
    },
  });
  const composer = createComposer({
    textMax: config.limits.textMax,
    keepDraft: keepOf(me, 'draft'),
    keepEdit: keepOf(me, 'edit'),
    writing: chat.writing,
    save: chat.edit,
    lastOwn: () => chat.history.window.messages.findLast(({ user, deleted }) => user.id === me.id && !deleted),
    send(text) {
      if (chat.outbox.isFull) return `${OUTGOING_MAX} of your messages are not confirmed yet: wait for the server.`;
      // Those who answer want to see their answer: back to the newest message first.
      unread.answered();
      conversation.beginNew(0);
      conversation.toNewest();
      chat.send(text);
      return '';
    },
  });

  const search = createSearchPanel({ api, max: config.limits.searchMax, goTo: conversation.goTo });

  /** A window in sight without the focus may be behind the one that is read. */
  function look() {
    unread.look(atNewest && document.visibilityState === 'visible' && document.hasFocus());
  }

  function wake() {
    look();
    if (document.visibilityState !== 'visible' || Date.now() - wokenAt < WAKE_PAUSE_MS) return;
    wokenAt = Date.now();
    chat.wake();
  }

  function followLink() {
    const id = idIn(location.hash);
    if (id) conversation.goTo(id);
  }

  async function logOut() {
    leave.disabled = true;
    try {
      await api.logOut();
      close();
    } catch (error) {
      element('composer-error').textContent = /** @type {Error} */ (error).message;
    } finally {
      leave.disabled = false;
    }
  }

  /** @param {string} [note] */
  function close(note) {
    stop.abort();
    chat.close();
    conversation.stop();
    people.stop();
    banner.stop();
    composer.stop();
    search.stop();
    typingLine.stop();
    title.show(0);
    element('chat').hidden = true;
    ended(note);
  }

  document.addEventListener('visibilitychange', wake, { signal });
  addEventListener('blur', look, { signal });
  for (const event of ['focus', 'online', 'pageshow']) addEventListener(event, wake, { signal });
  leave.addEventListener('click', logOut, { signal });
  addEventListener('hashchange', followLink, { signal });

  element('whoami').textContent = me.name;
  element('whoami').title = me.name;
  element('chat').hidden = false;
  banner.tell('connecting');
  people.drawSoon();
  chat.start();
  composer.focus();
  followLink();
}
