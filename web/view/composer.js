import { element, setInvalid } from './element.js';
import { typeAnywhere } from './typeAnywhere.js';

/** @typedef {import('../chat/types.js').Message} Message */
/** @typedef {{ read: () => any, write: (value: any) => void }} Keep */

/** From so many characters left on, the page says how many. */
const WARN_LEFT = 200;

/**
 * Where one writes, and edits what one wrote. Both texts are kept at each keystroke, so that neither a reload nor a
 * lost session loses them.
 * @param {object} parts
 * @param {number} parts.textMax characters
 * @param {Keep} parts.keepDraft
 * @param {Keep} parts.keepEdit
 * @param {(text: string) => void} parts.writing  told at each change
 * @param {(text: string) => string} parts.send  takes a text, or says in words for a person why not; '': it is taken
 * @param {(id: number, text: string) => Promise<void>} parts.save  rejects with what a person may read
 * @param {() => Message | undefined} parts.lastOwn  of the messages that can be edited
 */
export function createComposer({ textMax, keepDraft, keepEdit, writing, send, save, lastOwn }) {
  const form = element('composer');
  const text = /** @type {HTMLTextAreaElement} */ (element('composer-text'));
  const error = element('composer-error');
  const left = element('composer-left');
  const stop = new AbortController();
  const { signal } = stop;
  /** The id of the message that is edited; 0: none. */
  let editing = 0;
  let saving = false;

  function changed() {
    if (editing) keepEdit.write({ id: editing, text: text.value });
    else keepDraft.write(text.value);
    complain('');
    measure();
  }

  /** @param {string} words */
  function complain(words) {
    error.textContent = words;
    setInvalid(text, words !== '');
  }

  function measure() {
    // While it is measured the form keeps its height: else the conversation above would grow and lose its place.
    form.style.minHeight = `${form.offsetHeight}px`;
    text.style.height = 'auto';
    text.style.height = `${text.scrollHeight}px`;
    form.style.minHeight = '';
    const remaining = textMax - characters(text.value);
    left.hidden = remaining > WARN_LEFT;
    // Empty where it is hidden: a description is read out of hidden elements too.
    left.textContent = left.hidden ? '' : remaining < 0 ? `${-remaining} too many` : `${remaining} left`;
    left.toggleAttribute('data-over', remaining < 0);
    form.toggleAttribute('data-empty', text.value.trim() === '');
  }

  /** Shows the text that is edited, or else the draft. @param {{ id: number, text: string } | null} edit */
  function show(edit) {
    editing = edit?.id ?? 0;
    text.value = edit?.text ?? keepDraft.read() ?? '';
    element('composer-editing').hidden = !editing;
    complain('');
    measure();
  }

  function leaveEdit() {
    keepEdit.write(null);
    show(null);
  }

  /** @param {Event} [event] */
  function submit(event) {
    event?.preventDefault();
    text.focus();
    if (editing) return saveEdit();
    if (text.value.trim() === '') return;
    const refusal = tooLong(text.value, textMax) || send(text.value);
    if (refusal) return complain(refusal);
    text.value = '';
    changed();
  }

  async function saveEdit() {
    const [id, written] = [editing, text.value];
    if (saving) return;
    if (written.trim() === '') return complain('A message needs some text. To take it back, delete it.');
    const refusal = tooLong(written, textMax);
    if (refusal) return complain(refusal);
    saving = true;
    try {
      await save(id, written);
      if (signal.aborted) return;
      element('announce').textContent = 'Saved.';
      if (editing === id && text.value === written) leaveEdit();
    } catch (cause) {
      if (!signal.aborted && editing === id) complain(/** @type {Error} */ (cause).message);
    } finally {
      saving = false;
    }
  }

  /** @param {Message} message of one's own */
  function edit({ id, text: written = '' }) {
    if (editing !== id) {
      show({ id, text: written });
      changed();
    }
    text.focus();
    text.setSelectionRange(text.value.length, text.value.length);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    // A key that ends an input method's word does nothing else; Safari tells only by key code 229.
    if (event.isComposing || event.keyCode === 229) return;
    const last = event.key === 'ArrowUp' && text.value === '' && !editing && !hasModifier(event) && lastOwn();
    if (last) edit(last);
    else if (event.key === 'Escape' && editing) leaveEdit();
    else if (event.key === 'Enter' && !event.shiftKey) submit();
    else return;
    event.preventDefault();
  }

  typeAnywhere(text, signal);
  form.addEventListener('submit', submit, { signal });
  element('composer-cancel').addEventListener('click', () => (leaveEdit(), text.focus()), { signal });
  text.addEventListener('input', changed, { signal });
  text.addEventListener('input', () => writing(text.value), { signal });
  text.addEventListener('keydown', onKey, { signal });
  show(keepEdit.read());

  return {
    edit,
    focus: () => text.focus(),
    stop() {
      stop.abort();
      text.value = '';
    },
  };
}

/** @param {string} text @returns {number} code points, as the contract counts */
const characters = (text) => [...text].length;

/** @param {string} text @param {number} max characters @returns {string} what a person may read; '': it is not too long */
function tooLong(text, max) {
  const over = characters(text) - max;
  return over > 0 ? `A message has at most ${max} characters: this one has ${over} too many.` : '';
}

/** @param {KeyboardEvent} event */
const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }) => altKey || ctrlKey || metaKey || shiftKey;
