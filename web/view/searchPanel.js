import { createSearch, excerpt } from '../chat/search.js';
import { html } from './lit.js';
import { idOfLink, linkTo } from './messageLink.js';
import { glyph } from './parts.js';
import { byline } from './messages.js';
import { dayName, timeOfDay } from './times.js';

/**
 * The search: a panel over the conversation with the results, the newest first. Choosing a result goes to its message.
 * @param {object} parts
 * @param {import('../chat/api.js').Api} parts.api
 * @param {number} parts.max characters of a query
 * @param {(id: number) => void} parts.goTo
 * @param {() => void} parts.draw
 * @param {AbortSignal} parts.signal
 */
export function createSearchPanel({ api, max, goTo, draw, signal }) {
  const search = createSearch({ api, changed: draw });
  let open = false;
  /** @type {Element | null} element that had the focus before */
  let before = null;

  const field = () => /** @type {HTMLInputElement} */ (document.getElementById('search-text'));

  /** @param {boolean} next */
  function turn(next) {
    if (next && !open) before = document.activeElement;
    open = next;
    draw();
    if (open) field().select();
    else if (before instanceof HTMLElement && before.isConnected) before.focus();
    else document.getElementById('composer-text')?.focus();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const opens = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
    if (!opens || document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    turn(true);
  }

  /** Escape closes; the arrows move between the field and the results. @param {KeyboardEvent} event */
  function onKeyInside(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    /** @type {(HTMLElement | undefined)[]} */
    const places = [field(), .../** @type {HTMLElement[]} */ ([...document.querySelectorAll('#search .result')])];
    const at = places.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === 'Escape') turn(false);
    else if (step && at !== -1 && places[at + step]) places[at + step]?.focus();
    else return;
    event.preventDefault();
  }

  /** @param {MouseEvent & { currentTarget: HTMLAnchorElement }} event */
  function choose(event) {
    // With a modifier key the browser opens another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turn(false);
    goTo(idOfLink(event.currentTarget.href));
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    search.submitted(field().value);
  }

  /** @param {import('../chat/types.js').Message} message */
  const result = (message) => html`
    <li>
      <a class="result" href=${linkTo(message.id)} @click=${choose}>
        ${byline(message, `${dayName(message.at, new Date())}, ${timeOfDay(message.at)}`)}
        <span class="result-text" dir="auto">${excerpt(message.text ?? '', search.state.text).map(marked)}</span>
      </a>
    </li>
  `;

  document.addEventListener('keydown', onKey, { signal });

  return {
    get isOpen() {
      return open;
    },
    toggle: () => html`
      <button
        id="search-toggle"
        type="button"
        class="tool"
        aria-expanded=${open}
        aria-controls="search"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search (Ctrl K)"
        @click=${() => turn(!open)}
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
          <button type="button" class="tool" @click=${() => turn(false)}>
            ${glyph('close')}<span class="unseen">Close the search</span>
          </button>
        </form>
        <p id="search-state" class="search-state" role="status">${wordsFor(search.state)}</p>
        <div class="search-found">
          <ol class="search-results" aria-label="Messages found">
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
    stop: search.clear,
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
