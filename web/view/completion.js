import { suggest, wantsEmoji, wholeEmoji } from '../chat/suggestions.js';
import { create, element, isolated } from './element.js';

/** @type {Record<string, string> | undefined} fetched when first wanted */
let emoji;

/**
 * Suggests people behind an @ and emoji behind a colon while one writes. The text field keeps the focus; arrows choose, Enter and Tab take.
 * @param {HTMLTextAreaElement} text
 * @param {() => Iterable<string>} people names, those of whom one thinks first
 * @param {AbortSignal} signal
 */
export function createCompletion(text, people, signal) {
  const list = element('completion');
  /** @type {import('../chat/suggestions.js').Suggested | null} */
  let open = null;
  let chosen = 0;

  const before = () => text.value.slice(0, text.selectionStart);

  function close() {
    if (list.hidden) return;
    open = null;
    list.hidden = true;
    list.replaceChildren();
    text.removeAttribute('aria-activedescendant');
  }

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    [...list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === index)));
    text.setAttribute('aria-activedescendant', `completion-${index}`);
  }

  function draw() {
    const options = /** @type {import('../chat/suggestions.js').Suggested} */ (open).suggestions.map(
      ({ shown, beside }, index) => {
        const option = create('li', 'completion-option');
        option.id = `completion-${index}`;
        option.setAttribute('role', 'option');
        option.append(isolated('completion-shown', shown), create('span', 'completion-beside', beside));
        return option;
      },
    );
    list.replaceChildren(...options);
    list.hidden = false;
    choose(0);
  }

  /** @param {string} words in place of what stands @param {number} from there @param {number} to there */
  function put(words, from, to = text.selectionStart) {
    close();
    text.setRangeText(words, from, to, to === text.selectionStart ? 'end' : 'preserve');
    text.dispatchEvent(new Event('input', { bubbles: true }));
  }

  async function look() {
    const asked = before();
    if (!emoji && wantsEmoji(asked)) emoji = (await import('../lib/emoji.js')).default;
    // One may have written on while the names were fetched.
    if (signal.aborted || !before().startsWith(asked)) return;
    const whole = emoji && wholeEmoji(asked, emoji);
    if (whole) return put(whole.insert, whole.from, asked.length);
    const suggested = suggest(asked, { people, emoji: emoji ?? {} });
    if (!suggested) return close();
    open = suggested;
    draw();
  }

  /** @param {number} index */
  function take(index) {
    if (open) put(open.suggestions[index].insert, open.from);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (!open || event.isComposing || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    const { length } = open.suggestions;
    if (event.key === 'ArrowDown') choose((chosen + 1) % length);
    else if (event.key === 'ArrowUp') choose((chosen + length - 1) % length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  text.addEventListener('input', look, { signal });
  text.addEventListener('keydown', onKey, { signal });
  text.addEventListener('blur', close, { signal });
  // Before the text field loses the focus.
  list.addEventListener(
    'pointerdown',
    (event) => {
      const option = /** @type {Element} */ (event.target).closest('.completion-option');
      event.preventDefault();
      if (option) take([...list.children].indexOf(option));
    },
    { signal },
  );
  signal.addEventListener('abort', close);
}
