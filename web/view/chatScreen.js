import { createChat } from '../chat/chat.js';
import { storedValue, storedValueOf } from '../chat/storedValue.js';
import { createUnread } from '../chat/unread.js';
import { createBanner } from './banner.js';
import { createComposer } from './composer.js';
import { createConversation } from './conversation.js';
import { html } from './lit.js';
import { mark } from './mark.js';
import { glyph } from './parts.js';
import { peoplePanel, peopleToggle } from './peoplePanel.js';
import { createSearchPanel } from './searchPanel.js';

/** @import { Api } from '../chat/api.js' */
/** @import { Config, CreateTransport, User } from '../chat/types.js' */

/** Most messages drawn at once; scrolling reads older and newer ones from the store. */
const MAX_IN_MEMORY = 500;

/**
 * Shows the chat of a logged-in user. It draws once a frame, and only the differences.
 * @param {object} parts
 * @param {Config} parts.config
 * @param {User} parts.me
 * @param {Api} parts.api
 * @param {CreateTransport} parts.createTransport
 * @param {() => void} parts.playSound
 * @param {(template: unknown) => void} parts.show
 * @param {(note?: string) => void} parts.ended  back to the login
 */
export function openChatScreen({ config, me, api, createTransport, playSound, show, ended }) {
  const stop = new AbortController();
  const { signal } = stop;
  const storedMute = storedValue(localStorage, 'muted');
  let leaving = false;
  let frame = 0;

  const chat = createChat({
    me,
    api,
    openTransport: (events) => createTransport({ config, events }),
    storedOutbox: storedValueOf(me, 'outbox'),
    maxInMemory: MAX_IN_MEMORY,
    limits: config.limits,
    on: {
      changed: drawSoon,
      fresh(count, first) {
        unread.add(count, first);
        if (!isMuted()) playSound();
      },
      connection(connection) {
        banner.tell(connection);
        drawSoon();
      },
      // Leaving also ends the session, and has its own note.
      sessionEnded: () => leaving || close('Your session has ended. Log in again: what you wrote is still here.'),
    },
  });

  const unread = createUnread((count) => (document.title = count ? `(${count}) ${config.title}` : config.title));
  const banner = createBanner(chat.wake, drawSoon);
  const search = createSearchPanel({ api, max: config.limits.searchMax, draw, signal });
  const composer = createComposer({
    textMax: config.limits.textMax,
    storedDraft: storedValueOf(me, 'draft'),
    storedEdit: storedValueOf(me, 'edit'),
    storedReply: storedValueOf(me, 'reply'),
    writing: chat.typing.writing,
    save: chat.edit,
    lastOwn: () => chat.history.messages.findLast(({ user, deleted }) => user.id === me.id && !deleted),
    send(text, replyTo) {
      // The user wants to see the answer: first go back to the newest message.
      unread.answered();
      conversation.toNewest();
      chat.send(text, replyTo);
    },
    draw,
    signal,
  });
  const conversation = createConversation({
    chat,
    unread,
    actions: {
      reply: config.features.includes('reply') ? composer.reply : undefined,
      edit: composer.edit,
      rewrite: (refused) => refused && composer.rewrite(refused.text, chat.history.find(refused.replyTo ?? 0)),
    },
    looked: look,
    draw,
    drawSoon,
    complain: composer.complain,
  });

  /** Muted by default in a class, where a hundred pages would sound at once. */
  function isMuted() {
    return storedMute.read() ?? config.features.includes('joinCode');
  }

  function turnSound() {
    storedMute.write(!isMuted());
    draw();
  }

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!signal.aborted) conversation.keepPlace(() => show(template()));
  }

  /** A hidden page gets no frames, and draws when it is in sight again. */
  function drawSoon() {
    frame ||= requestAnimationFrame(draw);
  }

  function tools() {
    const muted = isMuted();
    return html`
      ${search.toggle()}
      <button id="mute" type="button" class="tool" aria-pressed=${muted} title="Mute sounds" @click=${turnSound}>
        ${glyph(muted ? 'muted' : 'sound')}<span class="unseen">Mute sounds</span>
      </button>
      ${peopleToggle(chat.people)}
    `;
  }

  const connectionText = () =>
    ({ connecting: 'Connecting…', lost: '', joined: html`<span class="unseen">Connected</span>` })[chat.connection];

  const template = () => html`
    <div id="chat" class="chat" data-connection=${chat.connection}>
      <header class="bar">
        ${mark(config.name)}
        <h1 id="title" class="bar-title">${config.title}</h1>
        <p class="connection" role="status">${connectionText()}</p>
        <div class="bar-tools">${tools()}</div>
      </header>
      <main class="conversation">
        ${banner.template()} ${conversation.template(search.isOpen)} ${search.template()}
      </main>
      ${peoplePanel(chat.people)} ${composer.template(chat.typing.writers)}
      <footer class="leaving">
        <p class="whoami"><bdi id="whoami" title=${me.name}>${me.name}</bdi></p>
        <button id="leave" type="button" class="button leave" ?disabled=${leaving} @click=${logOut}>
          ${glyph('leave')} Leave
        </button>
      </footer>
    </div>
  `;

  /** A visible window without the focus may lie behind another one, so it counts as out of sight. */
  function look() {
    unread.look(conversation.isAtNewest() && document.visibilityState === 'visible' && document.hasFocus());
  }

  function wake() {
    look();
    if (document.visibilityState === 'visible') chat.wake();
  }

  /** Goes to the message that the address names. */
  function followLink() {
    const id = Number(/^#m(\d{1,15})$/.exec(location.hash)?.[1]);
    if (!id) return;
    search.close();
    conversation.goTo(id);
  }

  /** A second click on a link does not change the address. @param {MouseEvent} event */
  function followAgain({ target }) {
    if (/** @type {Element} */ (target).closest('a')?.href === location.href) followLink();
  }

  async function logOut() {
    leaving = true;
    draw();
    try {
      await api.logOut();
      close();
    } catch (error) {
      leaving = false;
      composer.complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} [note] */
  function close(note) {
    stop.abort();
    chat.close();
    unread.look(true);
    ended(note);
  }

  document.addEventListener('visibilitychange', wake, { signal });
  document.addEventListener('click', followAgain, { signal });
  addEventListener('online', wake, { signal });
  for (const event of ['blur', 'focus']) addEventListener(event, look, { signal });
  addEventListener('hashchange', followLink, { signal });

  show(template());
  conversation.begin();
  composer.begin();
  chat.start();
  followLink();
}
