import { keep } from '../chat/keep.js';
import { mentions } from '../chat/markup.js';
import { element } from './element.js';

/** @typedef {import('../chat/types.js').Message} Message */

/** At 200 messages a second one still wants to work at something else; who is mentioned is told at once. */
const PAUSE_MS = 5000;
const TEXT_MAX = 140;

/**
 * Notifications of the desktop, for who asked for them and looks elsewhere: one at a time, which tells of the newest message and how many came.
 * @param {{ name: string, title: string }} server
 */
export function createNotifications({ name, title }) {
  const kept = keep('local', 'notifications');
  const button = element('notify');
  // Browsers have them for pages of https and of this machine alone.
  const possible = 'Notification' in window && isSecureContext;
  let on = possible && kept.read() === true && Notification.permission === 'granted';
  let shownAt = -Infinity;
  /** Messages since the page was last looked at. */
  let count = 0;
  /** @type {Notification | undefined} */
  let shown;

  /** @param {string} [words] */
  function showState(words = on ? 'Notifications on' : 'Notifications off') {
    button.hidden = !possible;
    button.setAttribute('aria-pressed', String(on));
    button.title = words;
  }

  /** @param {string} heading @param {string} body */
  function show(heading, body) {
    shownAt = Date.now();
    try {
      shown = new Notification(heading, { body, tag: `chat-${name}`, silent: true });
    } catch {
      // Some phones have the word and no such thing.
      on = false;
      return showState('Your browser has no notifications for this page');
    }
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  }

  button.addEventListener('click', async () => {
    on = !on && (await Notification.requestPermission()) === 'granted';
    kept.write(on || null);
    showState(
      !on && Notification.permission === 'denied' ? 'Your browser forbids notifications of this page' : undefined,
    );
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    count = 0;
    shown?.close();
    shown = undefined;
  });
  showState();

  return {
    /** @param {number} more messages of others @param {Message[]} messages those that are here @param {string} me */
    tell(more, messages, me) {
      if (!on || document.visibilityState === 'visible') return;
      count += more;
      const mention = messages.findLast(({ text }) => mentions(text ?? '', me));
      const message = mention ?? messages.at(-1);
      if (!message || (!mention && Date.now() - shownAt < PAUSE_MS)) return;
      const heading = mention ? `${message.user.name} mentions you` : message.user.name;
      show(
        count > 1 ? `${heading} · ${count} new · ${title}` : `${heading} · ${title}`,
        (message.text ?? '').slice(0, TEXT_MAX),
      );
    },
  };
}
