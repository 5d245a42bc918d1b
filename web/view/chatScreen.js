import { createChat } from '../chat/chat.js';
import { keep, keepOf } from '../chat/keep.js';
import { OUTGOING_MAX } from '../chat/outbox.js';
import { createUnread } from '../chat/unread.js';
import { createBanner } from './banner.js';
import { createComposer } from './composer.js';
import { createConversation } from './conversation.js';
import { html } from './lit.js';
import { mark } from './mark.js';
import { idIn } from './messageLink.js';
import { glyph, toggle } from './parts.js';
import { createPeoplePanel } from './peoplePanel.js';
import { createSearchPanel } from './searchPanel.js';
import { isDark, turnTheme } from './theme.js';
import { typingLine } from './typingLine.js';

/** Most messages drawn at once; scrolling reads older and newer ones from the store. */
const MAX_IN_MEMORY = 500;
/** Coming back to the page asks the store, but at most once in so many milliseconds. */
const WAKE_PAUSE_MS = 1000;
/** How late an idle page notices midnight. */
const DAY_CHECK_MS = 60_000;

/**
 * The chat of a logged-in user on the page. It draws once a frame, and only the differences.
 * @param {object} parts
 * @param {import('../chat/types.js').Config} parts.config
 * @param {import('../chat/types.js').User} parts.me
 * @param {import('../chat/api.js').Api} parts.api
 * @param {import('../chat/types.js').CreateTransport} parts.createTransport
 * @param {(unread: number) => void} parts.title
 * @param {{ play: () => void }} parts.sound
 * @param {(template: unknown) => void} parts.show
 * @param {(note?: string) => void} parts.ended  back to the login
 */
export function openChatScreen({ config, me, api, createTransport, title, sound, show, ended }) {
  const stop = new AbortController();
  const { signal } = stop;
  const keptMute = keep(localStorage, 'muted');
  let atNewest = true;
  let wokenAt = 0;
  let leaving = false;
  let announced = '';
  let frame = 0;

  const chat = createChat({
    me,
    api,
    openTransport: (events) => createTransport({ config, api, events }),
    keepOutbox: keepOf(me, 'outbox'),
    maxInMemory: MAX_IN_MEMORY,
    on: {
      messages: drawSoon,
      people: drawSoon,
      typing: drawSoon,
      fresh(count, first) {
        unread.add(count, first);
        conversation.beginNew(unread.first);
        conversation.miss(count);
        if (!isMuted()) sound.play();
      },
      connection(connection, refusal) {
        banner.tell(connection, refusal);
        drawSoon();
      },
      notice: (notice) => conversation.tell(notice),
      // Leaving also ends the session, and has its own note.
      sessionEnded: () => leaving || close('Your session has ended. Log in again: what you wrote is still here.'),
    },
  });

  const unread = createUnread(title);
  const banner = createBanner({ reconnect: chat.reconnect, drawSoon, announce });
  const people = createPeoplePanel({ chat, draw, signal });
  const conversation = createConversation({
    chat,
    reply: config.features.includes('reply') ? (message) => composer.reply(message) : undefined,
    edit: (message) => composer.edit(message),
    rewrite: (refused) => refused && composer.rewrite(refused.text, chat.history.find(refused.replyTo ?? 0)),
    looked(now) {
      atNewest = now;
      look();
    },
    draw,
    drawSoon,
    announce,
    complain: (words) => composer.complain(words),
  });
  const composer = createComposer({
    textMax: config.limits.textMax,
    keepDraft: keepOf(me, 'draft'),
    keepEdit: keepOf(me, 'edit'),
    keepReply: keepOf(me, 'reply'),
    writing: chat.writing,
    save: chat.edit,
    lastOwn: () => chat.history.messages.findLast(({ user, deleted }) => user.id === me.id && !deleted),
    send(text, replyTo) {
      if (chat.outbox.isFull) return `${OUTGOING_MAX} of your messages are not confirmed yet: wait for the server.`;
      // The user wants to see the answer: first go back to the newest message.
      unread.answered();
      conversation.beginNew(0);
      conversation.toNewest();
      chat.send(text, replyTo);
      return '';
    },
    draw,
    announce,
    signal,
  });
  const search = createSearchPanel({ api, max: config.limits.searchMax, goTo: conversation.goTo, draw, signal });

  /** Muted by default in a class, where a hundred pages would sound at once. */
  function isMuted() {
    return keptMute.read() ?? config.features.includes('joinCode');
  }

  function turnSound() {
    keptMute.write(!isMuted());
    draw();
  }

  function changeTheme() {
    turnTheme();
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

  /** @param {string} words for screen readers */
  function announce(words) {
    announced = words;
    drawSoon();
  }

  function soundButton() {
    const pressed = isMuted();
    return toggle({ id: 'mute', icon: pressed ? 'muted' : 'sound', label: 'Mute sounds', pressed, click: turnSound });
  }

  const template = () => html`
    <div id="chat" class="chat" data-connection=${chat.connection}>
      <header class="bar" ?inert=${people.isOpen}>
        ${mark(config.name)}
        <h1 id="title" class="bar-title">${config.title}</h1>
        <p class="connection" role="status">${chat.connection === 'connecting' ? 'Connecting…' : ''}</p>
        <div class="bar-tools">
          ${search.toggle()} ${soundButton()}
          ${toggle({ id: 'theme', icon: 'dark', label: 'Dark colours', pressed: isDark(), click: changeTheme })}
          ${people.toggle()}
        </div>
      </header>
      <main class="conversation" ?inert=${people.isOpen}>
        ${banner.template()} ${conversation.template(search.isOpen)} ${search.template()}
      </main>
      ${people.template()} ${composer.template(typingLine(chat.typing.writers), people.isOpen)}
      <footer class="leaving" ?inert=${people.isOpen}>
        <p class="whoami"><bdi id="whoami" title=${me.name}>${me.name}</bdi></p>
        <button id="leave" type="button" class="button leave" ?disabled=${leaving} @click=${logOut}>
          ${glyph('leave')} Leave
        </button>
      </footer>
      <p class="unseen" role="status">${announced}</p>
    </div>
  `;

  /** A visible window without the focus may lie behind another one, so it counts as out of sight. */
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
    cancelAnimationFrame(frame);
    clearInterval(dayCheck);
    chat.close();
    conversation.stop();
    banner.stop();
    search.stop();
    title(0);
    ended(note);
  }

  document.addEventListener('visibilitychange', wake, { signal });
  addEventListener('blur', look, { signal });
  for (const event of ['focus', 'online', 'pageshow']) addEventListener(event, wake, { signal });
  addEventListener('hashchange', followLink, { signal });
  const dayCheck = setInterval(drawSoon, DAY_CHECK_MS);

  show(template());
  conversation.begin();
  composer.begin();
  chat.start();
  followLink();
}
