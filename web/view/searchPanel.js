import { createSearch, excerpt } from '../chat/search.js';
import { create, element } from './element.js';
import { idOfLink, linkTo } from './messageLink.js';
import { byline, timeElement } from './messageRow.js';
import { dayName, timeOfDay } from './times.js';

const COVERED = ['scroller', 'pill'];

/**
 * Searching in the conversation: a panel over it, with what was found, the newest first. Choosing a message goes to it.
 * @param {object} parts
 * @param {import('../chat/api.js').Api} parts.api
 * @param {number} parts.max characters of a query
 * @param {(id: number) => void} parts.goTo
 */
export function createSearchPanel({ api, max, goTo }) {
  const panel = element('search');
  const toggle = element('search-toggle');
  const field = /** @type {HTMLInputElement} */ (element('search-text'));
  const results = element('search-results');
  const further = element('search-further');
  const stop = new AbortController();
  const { signal } = stop;
  const search = createSearch({ api, changed: draw });
  /** @type {Element | null} what had the focus before */
  let before = null;
  /** @type {import('../chat/types.js').Message[]} */
  let drawn = [];

  field.maxLength = max;

  function draw() {
    const { found, text, more, searching } = search.state;
    panel.toggleAttribute('data-searching', searching);
    element('search-state').textContent = wordsFor(search.state);
    further.hidden = !more || searching;
    // What is there stays, so that neither focus nor place jumps.
    if (drawn[0] !== found[0]) results.replaceChildren();
    drawn = found;
    for (const message of found.slice(results.childElementCount)) results.append(result(message, text));
  }

  /** @param {boolean} open */
  function setOpen(open) {
    panel.hidden = !open;
    toggle.setAttribute('aria-expanded', String(open));
    for (const id of COVERED) element(id).inert = open;
  }

  /** @param {boolean} open */
  function turn(open) {
    if (open && panel.hidden) before = document.activeElement;
    setOpen(open);
    if (open) {
      field.focus();
      field.select();
    } else if (before instanceof HTMLElement && before.isConnected) before.focus();
    else element('composer-text').focus();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isK && !element('chat').hidden && !document.querySelector('[aria-modal="true"]')) {
      event.preventDefault();
      turn(true);
    } else if (
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      !event.isComposing &&
      panel.contains(document.activeElement)
    ) {
      event.preventDefault();
      turn(false);
    }
  }

  /** Up and down between the field and the results. @param {KeyboardEvent} event */
  function onArrow(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing) return;
    const places = [field, ...panel.querySelectorAll('.result')];
    const at = places.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = /** @type {HTMLElement | undefined} */ (places[at + step]);
    if (at === -1 || !next) return;
    event.preventDefault();
    next.focus();
  }

  /** @param {MouseEvent} event */
  function onChoice(event) {
    const link = /** @type {Element} */ (event.target).closest('a');
    // In another tab, where one asks for that.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turn(false);
    goTo(idOfLink(link.href));
  }

  toggle.addEventListener('click', () => turn(Boolean(panel.hidden)), { signal });
  element('search-close').addEventListener('click', () => turn(false), { signal });
  field.addEventListener('input', () => search.typed(field.value), { signal });
  element('search-form').addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      search.submitted(field.value);
    },
    { signal },
  );
  panel.addEventListener('keydown', onArrow, { signal });
  results.addEventListener('click', onChoice, { signal });
  further.addEventListener('click', () => search.further(), { signal });
  document.addEventListener('keydown', onKey, { signal });
  draw();

  return {
    stop() {
      stop.abort();
      search.clear();
      field.value = '';
      draw();
      setOpen(false);
    },
  };
}

/** @param {ReturnType<typeof createSearch>['state']} state */
function wordsFor({ text, found, more, searching, error }) {
  if (error) return error;
  if (searching) return 'Searching…';
  if (text.trim() === '') return 'Words, or how they begin. The newest message comes first.';
  const count = found.length === 1 ? '1 message' : `${found.length} messages`;
  if (more) return found.length ? `${count} so far` : 'Nothing in the newer messages';
  return found.length ? count : 'Nothing found';
}

/** @param {import('../chat/types.js').Message} message @param {string} query */
function result(message, query) {
  const item = create('li', '');
  const link = create('a', 'result');
  link.href = linkTo(message.id);
  const when = `${dayName(message.at, new Date())}, ${timeOfDay(message.at)}`;
  const words = create('span', 'result-text');
  words.dir = 'auto';
  words.append(
    ...excerpt(message.text ?? '', query).map((piece) => (piece.found ? create('mark', '', piece.text) : piece.text)),
  );
  link.append(byline(message, timeElement(message.at, when)), words);
  item.append(link);
  return item;
}
