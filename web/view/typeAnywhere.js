/** Elements that handle keys themselves. */
const BUSY = 'input, textarea, select, button, a, [contenteditable], [role="dialog"]';

/**
 * Typing outside a field moves the focus to the text field.
 * @param {HTMLElement} text
 * @param {AbortSignal} signal
 */
export function typeAnywhere(text, signal) {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (/** @type {Element} */ (event.target).closest(BUSY)) return;
      // The space bar scrolls.
      const types = event.key.length === 1 && event.key !== ' ' && !event.metaKey && !isCommand(event);
      const pastes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';
      // The browser gives the character to the element with the focus after this handler.
      if (types || pastes) text.focus();
    },
    { signal },
  );
}

/** On some systems AltGr, which types characters, is reported as Ctrl and Alt. @param {KeyboardEvent} event */
function isCommand(event) {
  return (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
}
