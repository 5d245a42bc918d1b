import { element, setInvalid } from './element.js';
import { characters, endsWord, fitHeight, tooLong } from './messageField.js';
import { typeAnywhere } from './typeAnywhere.js';

/** From so many characters left on, the page says how many. */
const WARN_LEFT = 200;

/**
 * Where one writes. The text is kept at each keystroke, so that neither a reload nor a lost session loses it.
 * @param {object} parts
 * @param {number} parts.textMax characters
 * @param {{ read: () => any, write: (value: any) => void }} parts.keepDraft
 * @param {(text: string) => void} parts.writing  told at each change
 * @param {(text: string) => string} parts.send  takes a text, or says in words for a person why not; '': it is taken
 * @param {(focusAfterwards: HTMLElement) => boolean} parts.editLast  whether there is a message of one's own to edit
 */
export function createComposer({ textMax, keepDraft, writing, send, editLast }) {
  const form = element('composer');
  const text = /** @type {HTMLTextAreaElement} */ (element('composer-text'));
  const error = element('composer-error');
  const left = element('composer-left');
  let composing = false;
  const stop = new AbortController();
  const { signal } = stop;

  function changed() {
    keepDraft.write(text.value);
    error.textContent = '';
    setInvalid(text, false);
    measure();
  }

  function measure() {
    // While it is measured the form keeps its height: else the conversation above would grow and lose its place.
    form.style.minHeight = `${form.offsetHeight}px`;
    fitHeight(text);
    form.style.minHeight = '';
    const remaining = textMax - characters(text.value);
    left.hidden = remaining > WARN_LEFT;
    // Empty where it is hidden: a description is read out of hidden elements too.
    left.textContent = left.hidden ? '' : remaining < 0 ? `${-remaining} too many` : `${remaining} left`;
    left.toggleAttribute('data-over', remaining < 0);
    form.toggleAttribute('data-empty', text.value.trim() === '');
  }

  /** @param {Event} [event] */
  function submit(event) {
    event?.preventDefault();
    text.focus();
    if (text.value.trim() === '') return;
    const refusal = tooLong(text.value, textMax) || send(text.value);
    if (refusal) {
      error.textContent = refusal;
      setInvalid(text, true);
      return;
    }
    text.value = '';
    changed();
  }

  typeAnywhere(text, signal);
  form.addEventListener('submit', submit, { signal });
  text.addEventListener('input', changed, { signal });
  text.addEventListener('input', () => writing(text.value), { signal });
  text.addEventListener('compositionstart', () => (composing = true), { signal });
  text.addEventListener('compositionend', () => (composing = false), { signal });
  text.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'ArrowUp' && text.value === '' && !hasModifier(event) && editLast(text)) event.preventDefault();
      // Enter that ends an input method's word is not Enter that sends.
      if (event.key !== 'Enter' || event.shiftKey || composing || endsWord(event)) return;
      event.preventDefault();
      submit();
    },
    { signal },
  );

  text.value = keepDraft.read() ?? '';
  error.textContent = '';
  measure();

  return {
    focus: () => text.focus(),
    stop() {
      stop.abort();
      text.value = '';
    },
  };
}

/** @param {KeyboardEvent} event */
const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }) => altKey || ctrlKey || metaKey || shiftKey;
