import { create, createButton, element, setInvalid } from './element.js';
import { endsWord, fitHeight, tooLong } from './messageField.js';

/**
 * Edits one message where it stands: Enter saves, Escape leaves it as it was.
 * @param {object} parts
 * @param {number} parts.textMax characters
 * @param {(id: number, text: string) => Promise<void>} parts.save rejects with what a person may read
 * @param {(step: () => void) => void} parts.keepPlace runs what changes the height of a row
 */
export function createMessageEditor({ textMax, save, keepPlace }) {
  const form = create('form', 'message-editor');
  const text = create('textarea', 'message-editor-text');
  const fault = create('p', 'field-error');
  const hint = create('p', 'message-editor-hint', 'Enter saves, Esc cancels');
  const keep = create('button', 'link', 'Save');
  const cancel = createButton('link', 'Cancel');
  fault.setAttribute('role', 'alert');
  fault.id = 'message-editor-error';
  text.rows = 1;
  text.dir = 'auto';
  text.setAttribute('aria-label', 'Edit your message');
  text.setAttribute('aria-describedby', fault.id);
  const buttons = create('div', 'message-editor-buttons');
  buttons.append(hint, keep, cancel);
  form.noValidate = true;
  form.append(text, fault, buttons);

  let id = 0;
  let saving = false;
  /** What gets the focus afterwards. @type {HTMLElement | null} */
  let back = null;

  /** @param {string} words */
  function complain(words) {
    fault.textContent = words;
    setInvalid(text, words !== '');
  }

  function close() {
    if (!id) return;
    id = 0;
    const held = form.contains(document.activeElement);
    keepPlace(() => {
      form.closest('.row')?.classList.remove('editing');
      form.remove();
    });
    if (held) back?.focus({ preventScroll: true });
  }

  /** @param {Event} [event] */
  async function submit(event) {
    event?.preventDefault();
    if (saving) return;
    const refusal = tooLong(text.value, textMax);
    if (text.value.trim() === '') return complain('A message needs some text. To take it back, delete it.');
    if (refusal) return complain(refusal);
    const edited = id;
    saving = true;
    complain('');
    try {
      await save(edited, text.value);
      element('announce').textContent = 'Saved.';
      if (id === edited) close();
    } catch (error) {
      if (id === edited) complain(/** @type {Error} */ (error).message);
    } finally {
      saving = false;
    }
  }

  form.addEventListener('submit', submit);
  cancel.addEventListener('click', close);
  text.addEventListener('input', () => {
    complain('');
    keepPlace(() => fitHeight(text));
  });
  form.addEventListener('keydown', (event) => {
    // Enter that ends an input method's word saves nothing.
    if (endsWord(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && !event.shiftKey && event.target === text) {
      event.preventDefault();
      submit();
    }
  });

  return {
    /**
     * @param {HTMLElement} row
     * @param {import('../chat/types.js').Message} message
     * @param {HTMLElement} focusAfterwards
     */
    open(row, message, focusAfterwards) {
      if (id === message.id && form.isConnected) return text.focus();
      close();
      id = message.id;
      back = focusAfterwards;
      text.value = message.text ?? '';
      complain('');
      keepPlace(() => {
        row.classList.add('editing');
        row.querySelector('.text')?.after(form);
        fitHeight(text);
      });
      form.scrollIntoView({ block: 'nearest' });
      text.focus({ preventScroll: true });
      text.setSelectionRange(text.value.length, text.value.length);
    },
    /** Leaves a message that is gone. @param {(id: number) => import('../chat/types.js').Message | undefined} find */
    check(find) {
      if (id && (!form.isConnected || find(id)?.deleted)) close();
    },
    close,
  };
}
