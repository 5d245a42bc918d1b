/** Where keys have a meaning of their own. */
const BUSY = 'input, textarea, select, button, a, [contenteditable], [role="dialog"]';

/**
 * Who reads the conversation and begins to type means the text field.
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
      // The character goes to what has the focus once this is done.
      if (types || pastes) text.focus();
    },
    { signal },
  );
}

/** AltGr is Ctrl and Alt on some systems, and types. @param {KeyboardEvent} event */
function isCommand(event) {
  return (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
}
