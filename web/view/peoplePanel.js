import { initialsOf } from '../chat/names.js';
import { html, nothing, repeat } from './lit.js';
import { glyph, hue, isolated } from './parts.js';

/**
 * The column of people online. On a narrow page it is a drawer and a dialog: the page behind takes neither taps nor the
 * focus.
 * @param {object} parts
 * @param {import('../chat/chat.js').Chat} parts.chat
 * @param {() => void} parts.draw
 * @param {AbortSignal} parts.signal
 */
export function createPeoplePanel({ chat, draw, signal }) {
  let open = false;

  /** @param {boolean} next */
  function turn(next) {
    open = next;
    draw();
    document.getElementById(open ? 'people-close' : 'people-toggle')?.focus();
  }

  /** @param {import('../chat/types.js').User} user */
  const person = ({ id, name }) => html`
    <li class=${id === chat.me.id ? 'person me' : 'person'}>
      <span class="initials" data-hue .style=${hue(name)} aria-hidden="true">${initialsOf(name)}</span>
      ${isolated('person-name', name)} ${id === chat.me.id ? html`<span class="person-you">you</span>` : nothing}
    </li>
  `;

  document.addEventListener('keydown', ({ key }) => open && key === 'Escape' && turn(false), { signal });
  // After a turn a phone may be wide enough for the column.
  matchMedia('(max-width: 767px)').addEventListener('change', () => open && turn(false), { signal });
  // Empty until the server sends the count.
  const count = () => (chat.people.count ? chat.people.count.toLocaleString() : '');

  return {
    get isOpen() {
      return open;
    },
    toggle: () => html`
      <button
        id="people-toggle"
        type="button"
        class="tool people-toggle"
        aria-expanded=${open}
        aria-controls="people"
        @click=${() => turn(true)}
      >
        ${glyph('people')}<span class="count">${count()}</span><span class="unseen">people online</span>
      </button>
    `,
    template: () => html`
      <aside
        id="people"
        class=${open ? 'people open' : 'people'}
        aria-labelledby="people-title"
        role=${open ? 'dialog' : nothing}
        aria-modal=${open ? 'true' : nothing}
      >
        <div class="people-head">
          <h2 id="people-title" class="people-title">Online</h2>
          <span id="people-count" class="count">${count()}</span>
          <button id="people-close" type="button" class="tool people-close" @click=${() => turn(false)}>
            ${glyph('close')}<span class="unseen">Close</span>
          </button>
        </div>
        <ul id="people-list" class="people-list">
          ${repeat(chat.people.listed, ({ id }) => id, person)}
        </ul>
        <p class="people-more" ?hidden=${chat.people.unlisted === 0}>
          and ${chat.people.unlisted.toLocaleString()} more
        </p>
      </aside>
      <div class="people-scrim" @click=${() => turn(false)}></div>
    `,
  };
}
