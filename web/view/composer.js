import { html, nothing } from './lit.js';
import { glyph, isolated } from './parts.js';
import { peopleText } from './peopleText.js';
import { quoteOf } from './quote.js';

/** @import { StoredValue } from '../chat/storedValue.js' */
/** @import { Message } from '../chat/types.js' */
/** @import { Some } from '../chat/notices.js' */

/**
 * Makes the field to write and to edit. It stores both texts at each keystroke, so that they survive a reload and a
 * lost session.
 * @param {object} parts
 * @param {number} parts.textMax characters
 * @param {StoredValue} parts.storedDraft
 * @param {StoredValue} parts.storedEdit
 * @param {StoredValue} parts.storedReply
 * @param {(text: string) => void} parts.writing  is called when the user types
 * @param {(text: string, replyTo?: number) => void} parts.send
 * @param {(id: number, text: string) => Promise<void>} parts.save  rejects with an error for the user
 * @param {() => Message | undefined} parts.lastOwn  last own message that can be edited
 * @param {() => void} parts.draw
 * @param {AbortSignal} parts.signal
 */
export function createComposer(parts) {
  const { textMax, storedDraft, storedEdit, storedReply, writing, send, save, lastOwn, draw, signal } = parts;
  /** @type {HTMLTextAreaElement} */
  let field;
  /** The id of the message under edit; 0: none. */
  let editing = 0;
  let saving = false;
  let error = '';

  /** @param {string} words */
  function complain(words) {
    error = words;
    draw();
  }

  function changed() {
    if (editing) storedEdit.write({ id: editing, text: field.value });
    else storedDraft.write(field.value);
    complain('');
  }

  /** Shows the text under edit, or the draft. @param {{ id: number, text: string } | null} edit */
  function show(edit) {
    editing = edit?.id ?? 0;
    field.value = edit?.text ?? storedDraft.read() ?? '';
    complain('');
  }

  function leaveEdit() {
    storedEdit.write(null);
    show(null);
    field.focus();
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    field.focus();
    const text = field.value;
    // The contract counts code points.
    const over = [...text].length - textMax;
    if (over > 0) return complain(`A message has at most ${textMax} characters: this one has ${over} too many.`);
    if (editing) return saveEdit(editing, text);
    if (text.trim() === '') return;
    send(text, storedReply.read()?.id);
    storedReply.write(null);
    field.value = '';
    changed();
  }

  /** @param {number} id @param {string} text */
  async function saveEdit(id, text) {
    // Two simultaneous requests may arrive in the other order, and the first text would stay.
    if (saving) return complain('The edit before this one is still being saved: try again in a moment.');
    saving = true;
    try {
      await save(id, text);
      if (editing === id && field.value === text) leaveEdit();
    } catch (cause) {
      if (editing === id) complain(/** @type {Error} */ (cause).message);
    }
    saving = false;
  }

  /** @param {Message} message an own message */
  function edit({ id, text = '' }) {
    if (editing !== id) {
      show({ id, text });
      changed();
    }
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  /** @param {Message} message the next message replies to it */
  function reply(message) {
    if (editing) leaveEdit();
    storedReply.write(quoteOf(message));
    draw();
    field.focus();
  }

  /**
   * Puts the text of a refused message below the current text, to write it anew.
   * @param {string} text @param {Message} [replyTo]
   */
  function rewrite(text, replyTo) {
    if (editing) leaveEdit();
    if (replyTo) storedReply.write(quoteOf(replyTo));
    field.value = [field.value, text].filter(Boolean).join('\n');
    changed();
    field.focus();
  }

  function dropReply() {
    storedReply.write(null);
    draw();
    field.focus();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    // A key that ends an input method's word does nothing else; Safari marks it only by key code 229.
    if (event.isComposing || event.keyCode === 229) return;
    const last = event.key === 'ArrowUp' && field.value === '' && !editing && lastOwn();
    if (last) edit(last);
    else if (event.key === 'Escape' && editing) leaveEdit();
    else if (event.key === 'Escape' && storedReply.read()) dropReply();
    else if (event.key === 'Enter' && !event.shiftKey) submit(event);
    else return;
    event.preventDefault();
  }

  /** Typing beside the field goes to the field; the space bar scrolls. @param {KeyboardEvent} event */
  function onKeyAnywhere({ key, ctrlKey, altKey, metaKey, target }) {
    const types = key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
    if (types && !(/** @type {Element} */ (target).matches('input, textarea'))) field.focus();
  }

  function onInput() {
    changed();
    writing(field.value);
  }

  /** @param {unknown} words @param {() => void} cancel */
  const above = (words, cancel) => html`
    <p id="composer-above" class="composer-above">
      <span class="quote-line">${words}</span>
      <button type="button" class="link" @click=${cancel}>Cancel</button>
    </p>
  `;

  /** Says that the text will be an edit or a reply; nothing for a plain message. */
  function purpose() {
    if (editing) return above('Editing a message', leaveEdit);
    /** @type {ReturnType<typeof quoteOf> | null} */
    const quoted = storedReply.read();
    if (!quoted) return nothing;
    return above(html`Reply to ${isolated('quote-name', quoted.name)} <bdi>${quoted.line}</bdi>`, dropReply);
  }

  /** @param {Some} writers the others who type */
  const template = (writers) => html`
    <form id="composer" class="composer" novalidate aria-label="New message" @submit=${submit}>
      ${purpose()}
      <div class="composer-box">
        <label for="composer-text" class="unseen">Message</label>
        <textarea
          id="composer-text"
          rows="1"
          dir="auto"
          placeholder="Write a message"
          enterkeyhint="send"
          autocomplete="off"
          aria-describedby="composer-error composer-hint"
          @input=${onInput}
          @keydown=${onKey}
        ></textarea>
        <button id="composer-send" type="submit" class="send">${glyph('send')}<span class="unseen">Send</span></button>
      </div>
      <div class="composer-foot">
        <p id="composer-error" class="field-error" role="alert">${error}</p>
        ${error ? nothing : foot(writers)}
      </div>
    </form>
  `;

  return {
    template,
    edit,
    reply,
    rewrite,
    complain,
    /** Call after the first drawing. */
    begin() {
      field = /** @type {HTMLTextAreaElement} */ (document.getElementById('composer-text'));
      document.addEventListener('keydown', onKeyAnywhere, { signal });
      show(storedEdit.read());
      field.focus();
    },
  };
}

/** Shows who types, or a hint. Screen readers skip who types: they will read the message. @param {Some} writers */
const foot = (writers) =>
  writers.count
    ? html`<p id="typing" class="typing" aria-live="off">
        ${peopleText(writers)} ${writers.count === 1 ? 'is' : 'are'} writing
      </p>`
    : html`<p id="composer-hint" class="composer-hint">
        <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> starts a new line
      </p>`;
