import { createSearch, excerpt } from '../chat/search.js';
import { html } from './lit.js';
import { byline } from './messages.js';
import { glyph } from './parts.js';
import { dayName, timeOfDay } from './times.js';

/** @import { Api } from '../chat/api.js' */
/** @import { Message } from '../chat/types.js' */

/**
 * Shows the search: a panel over the conversation with the results, the newest first, as links to their messages.
 * @param {object} parts
 * @param {Api} parts.api
 * @param {number} parts.max most characters of a query
 * @param {() => void} parts.draw
 * @param {AbortSignal} parts.signal
 */
export function createSearchPanel({ api, max, draw, signal }) {
  const search = createSearch(api, draw);
  let open = false;
  /** The element that had the focus before. @type {HTMLElement} */
  let before;

  const field = () => /** @type {HTMLInputElement} */ (document.getElementById('search-text'));

  function show() {
    if (!open) before = /** @type {HTMLElement} */ (document.activeElement);
    open = true;
    draw();
    field().focus();
    field().select();
  }

  function close() {
    if (!open) return;
    open = false;
    draw();
    before.focus();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    event.preventDefault();
    show();
  }

  /** @param {KeyboardEvent} event */
  function onKeyInside(event) {
    // An input method also ends a word by Escape.
    if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229) return;
    // By default the browser would empty the field.
    event.preventDefault();
    close();
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    search.submitted(field().value);
  }

  /** @param {Message} message */
  const result = ({ id, user, at, text = '' }) => html`
    <li>
      <a class="result" href="#m${id}">
        ${byline(user, html`<span class="time">${dayName(at, new Date())}, ${timeOfDay(at)}</span>`)}
        <span class="result-text" dir="auto">${excerpt(text, search.state.text).map(marked)}</span>
      </a>
    </li>
  `;

  document.addEventListener('keydown', onKey, { signal });

  return {
    get isOpen() {
      return open;
    },
    close,
    toggle: () => html`
      <button
        id="search-toggle"
        type="button"
        class="tool"
        aria-expanded=${open}
        aria-controls="search"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search (Ctrl K)"
        @click=${() => (open ? close() : show())}
      >
        ${glyph('search')}<span class="unseen">Search messages</span>
      </button>
    `,
    template: () => html`
      <section id="search" class="search" role="search" aria-label="Messages" ?hidden=${!open} @keydown=${onKeyInside}>
        <form class="search-form" novalidate @submit=${submit}>
          ${glyph('search')}
          <label for="search-text" class="unseen">Search messages</label>
          <input
            id="search-text"
            class="search-text"
            type="search"
            dir="auto"
            placeholder="Search messages"
            enterkeyhint="search"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            maxlength=${max}
            aria-describedby="search-state"
            @input=${() => search.typed(field().value)}
          />
          <button type="button" class="tool" @click=${close}>
            ${glyph('close')}<span class="unseen">Close the search</span>
          </button>
        </form>
        <p id="search-state" class="search-state" role="status">${wordsFor(search.state)}</p>
        <div class="search-found">
          <ol aria-label="Messages found">
            ${search.state.found.map(result)}
          </ol>
          <button
            type="button"
            class="button search-further"
            ?hidden=${!search.state.more || search.state.searching}
            @click=${search.further}
          >
            Search older messages
          </button>
        </div>
      </section>
    `,
  };
}

/** @param {string} piece @param {number} at */
const marked = (piece, at) => (at % 2 ? html`<mark>${piece}</mark>` : piece);

/** @param {ReturnType<typeof createSearch>['state']} state */
function wordsFor({ text, found, more, searching, error }) {
  if (error) return error;
  if (searching) return 'Searching…';
  if (text.trim() === '') return 'Words, or how they begin. The newest message comes first.';
  const count = found.length === 1 ? '1 message' : `${found.length} messages`;
  if (more) return found.length ? `${count} so far` : 'Nothing in the newer messages';
  return found.length ? count : 'Nothing found';
}
