import { initialsOf } from '../chat/tone.js';
import { coloured, create, element, isolated } from './element.js';

/** The list may change many times a second with a thousand people; it is drawn so often at most. */
const REDRAW_MS = 500;
const BEHIND = '#chat > .bar, #chat > .conversation, #chat > .composer, #chat > .leaving';

/**
 * The column of people online; on a narrow page a drawer.
 * @param {import('../chat/chat.js').Chat} chat
 */
export function createPeopleList(chat) {
  const panel = element('people');
  const toggle = element('people-toggle');
  const stop = new AbortController();
  const { signal } = stop;
  /** @type {Map<string, HTMLElement>} */
  let rows = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let drawnAt = 0;

  function draw() {
    timer = undefined;
    drawnAt = Date.now();
    const { people } = chat;
    // Until the server has said a number there is none to show.
    const count = people.count ? people.count.toLocaleString() : '';
    element('people-count').textContent = count;
    element('people-toggle-count').textContent = count;
    const next = new Map(people.listed.map((user) => [user.id, rows.get(user.id) ?? person(user)]));
    const list = element('people-list');
    // Rows that stay are not touched, so that neither scroll position nor selection jumps.
    let at = list.firstElementChild;
    for (const row of next.values()) {
      if (row === at) at = at.nextElementSibling;
      else list.insertBefore(row, at);
    }
    for (; at;) {
      const extra = at;
      at = at.nextElementSibling;
      extra.remove();
    }
    rows = next;
    const more = element('people-more');
    more.hidden = people.unlisted === 0;
    more.textContent = `and ${people.unlisted.toLocaleString()} more`;
  }

  /** @param {import('../chat/types.js').User} user */
  function person(user) {
    const row = create('li', user.id === chat.me.id ? 'person me' : 'person');
    const initials = coloured('initials', user.name);
    initials.textContent = initialsOf(user.name);
    initials.setAttribute('aria-hidden', 'true');
    row.append(initials, isolated('person-name', user.name));
    if (user.id === chat.me.id) row.append(create('span', 'person-you', 'you'));
    return row;
  }

  /** As a drawer it is a dialog: what lies behind it takes neither taps nor the focus. @param {boolean} open */
  function setOpen(open) {
    panel.classList.toggle('open', open);
    toggle.setAttribute('aria-expanded', String(open));
    for (const name of ['role', 'aria-modal']) panel.removeAttribute(name);
    if (open) {
      panel.setAttribute('role', 'dialog');
      panel.setAttribute('aria-modal', 'true');
    }
    for (const behind of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(BEHIND)))
      behind.inert = open;
  }

  /** @param {boolean} open */
  function turn(open) {
    setOpen(open);
    (open ? element('people-close') : toggle).focus();
  }

  toggle.addEventListener('click', () => turn(true), { signal });
  element('people-close').addEventListener('click', () => turn(false), { signal });
  // At the click, not before: a drawer that is gone by then would let the tap through to what lay below it.
  element('people-scrim').addEventListener('click', () => turn(false), { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && panel.classList.contains('open')) turn(false);
    },
    { signal },
  );
  // A phone that is turned may be wide enough for the column.
  matchMedia('(max-width: 767px)').addEventListener('change', () => setOpen(false), { signal });

  return {
    drawSoon() {
      timer ??= setTimeout(draw, Math.max(0, drawnAt + REDRAW_MS - Date.now()));
    },
    stop() {
      stop.abort();
      clearTimeout(timer);
      setOpen(false);
      element('people-list').replaceChildren();
    },
  };
}
