import { html, nothing } from './lit.js';
import { glyph, invalid, isolated } from './parts.js';
import { quoteOf } from './quote.js';
import { typeAnywhere } from './typeAnywhere.js';

/** @typedef {import('../chat/types.js').Message} Message */
/** @typedef {{ read: () => any, write: (value: any) => void }} Keep */

/** The page shows the number of characters left below this number. */
const WARN_LEFT = 200;

/**
 * The field to write and to edit. Both texts are stored at each keystroke, so that they survive a reload and a lost
 * session.
 * @param {object} parts
 * @param {number} parts.textMax characters
 * @param {Keep} parts.keepDraft
 * @param {Keep} parts.keepEdit
 * @param {Keep} parts.keepReply
 * @param {(text: string) => void} parts.writing  called at each change
 * @param {(text: string, replyTo?: number) => string} parts.send  returns the reason for a refusal; '': accepted
 * @param {(id: number, text: string) => Promise<void>} parts.save  rejects with an error for the user
 * @param {() => Message | undefined} parts.lastOwn  last own message that can be edited
 * @param {() => void} parts.draw
 * @param {(words: string) => void} parts.announce
 * @param {AbortSignal} parts.signal
 */
export function createComposer(parts) {
  const { textMax, keepDraft, keepEdit, keepReply, writing, send, save, lastOwn, draw, announce, signal } = parts;
  /** @type {HTMLTextAreaElement} */
  let field;
  /** The id of the message under edit; 0: none. */
  let editing = 0;
  let saving = false;
  let error = '';
  /** Whether the error concerns the text, or something else on the page. */
  let isOfText = false;

  /** @param {string} words @param {boolean} [ofText] */
  function complain(words, ofText = false) {
    [error, isOfText] = [words, ofText];
    draw();
  }

  function changed() {
    if (editing) keepEdit.write({ id: editing, text: field.value });
    else keepDraft.write(field.value);
    complain('');
    measure();
  }

  function measure() {
    const form = /** @type {HTMLElement} */ (field.form);
    // The form keeps its height while the field is measured, so that the conversation above keeps its place.
    form.style.minHeight = `${form.offsetHeight}px`;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
    form.style.minHeight = '';
  }

  /** Shows the text under edit, or the draft. @param {{ id: number, text: string } | null} edit */
  function show(edit) {
    editing = edit?.id ?? 0;
    field.value = edit?.text ?? keepDraft.read() ?? '';
    complain('');
    measure();
  }

  function leaveEdit() {
    keepEdit.write(null);
    show(null);
    field.focus();
  }

  /** @param {Event} [event] */
  function submit(event) {
    event?.preventDefault();
    field.focus();
    if (editing) return saveEdit();
    if (field.value.trim() === '') return;
    const refusal = tooLong(field.value, textMax) || send(field.value, keepReply.read()?.id);
    if (refusal) return complain(refusal, true);
    keepReply.write(null);
    field.value = '';
    changed();
  }

  async function saveEdit() {
    const [id, written] = [editing, field.value];
    if (saving) return;
    if (written.trim() === '') return complain('A message needs some text. To take it back, delete it.', true);
    const refusal = tooLong(written, textMax);
    if (refusal) return complain(refusal, true);
    saving = true;
    try {
      await save(id, written);
      if (signal.aborted) return;
      announce('Saved.');
      if (editing === id && field.value === written) leaveEdit();
    } catch (cause) {
      if (!signal.aborted && editing === id) complain(/** @type {Error} */ (cause).message, true);
    } finally {
      saving = false;
    }
  }

  /** @param {Message} message an own one */
  function edit({ id, text = '' }) {
    if (editing !== id) {
      show({ id, text });
      changed();
    }
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  /** @param {Message} message that the next one replies to */
  function reply(message) {
    if (editing) leaveEdit();
    keepReply.write(quoteOf(message));
    draw();
    field.focus();
  }

  /**
   * Puts the text of a refused message below the current text, to write it anew.
   * @param {string} text @param {Message} [replyTo]
   */
  function rewrite(text, replyTo) {
    if (editing) leaveEdit();
    if (replyTo) keepReply.write(quoteOf(replyTo));
    field.value = [field.value, text].filter(Boolean).join('\n');
    changed();
    field.focus();
  }

  function dropReply() {
    keepReply.write(null);
    draw();
    field.focus();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    // A key that ends an input method's word does nothing else; Safari marks it by key code 229 alone.
    if (event.isComposing || event.keyCode === 229) return;
    const last = event.key === 'ArrowUp' && field.value === '' && !editing && !hasModifier(event) && lastOwn();
    if (last) edit(last);
    else if (event.key === 'Escape' && editing) leaveEdit();
    else if (event.key === 'Escape' && keepReply.read()) dropReply();
    else if (event.key === 'Enter' && !event.shiftKey) submit();
    else return;
    event.preventDefault();
  }

  function onInput() {
    changed();
    writing(field.value);
  }

  function left() {
    const remaining = textMax - characters(field?.value ?? '');
    if (error || remaining > WARN_LEFT) return nothing;
    return html`<p id="composer-left" class="composer-left" ?data-over=${remaining < 0}>
      ${remaining < 0 ? `${-remaining} too many` : `${remaining} left`}
    </p>`;
  }

  /** @param {ReturnType<typeof quoteOf> | null} quoted */
  const replying = (quoted) =>
    quoted === null
      ? nothing
      : html`<p id="composer-reply" class="composer-above">
          <span class="quote-line">Reply to ${isolated('quote-name', quoted.name)} <bdi>${quoted.line}</bdi></span>
          <button type="button" class="link" @click=${dropReply}>Cancel</button>
        </p>`;

  /**
   * @param {unknown} typing the line with the others who type, if there are any
   * @param {boolean} covered by the drawer
   */
  const template = (typing, covered) => html`
    <form id="composer" class="composer" novalidate aria-label="New message" ?inert=${covered} @submit=${submit}>
      <p id="composer-editing" class="composer-above" ?hidden=${!editing}>
        Editing a message <button type="button" class="link" @click=${leaveEdit}>Cancel</button>
      </p>
      ${editing ? nothing : replying(keepReply.read())}
      <div class="composer-box">
        <label for="composer-text" class="unseen">Message</label>
        <textarea
          id="composer-text"
          rows="1"
          dir="auto"
          placeholder="Write a message"
          enterkeyhint="send"
          autocomplete="off"
          aria-describedby="composer-error composer-left composer-hint"
          aria-invalid=${invalid(error && isOfText)}
          @input=${onInput}
          @keydown=${onKey}
        ></textarea>
        <button id="composer-send" type="submit" class="send">${glyph('send')}<span class="unseen">Send</span></button>
      </div>
      <div class="composer-foot">
        <p id="composer-error" class="field-error" role="alert">${error}</p>
        ${error ? nothing : (typing ?? hint)} ${left()}
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
      typeAnywhere(field, signal);
      show(keepEdit.read());
      field.focus();
    },
  };
}

const hint = html`<p id="composer-hint" class="composer-hint">
  <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> starts a new line
</p>`;

/** @param {string} text @returns {number} code points, as the contract counts */
const characters = (text) => [...text].length;

/** @param {string} text @param {number} max characters @returns {string} error for the user; '': not too long */
function tooLong(text, max) {
  const over = characters(text) - max;
  return over > 0 ? `A message has at most ${max} characters: this one has ${over} too many.` : '';
}

/** @param {KeyboardEvent} event */
const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }) => altKey || ctrlKey || metaKey || shiftKey;
