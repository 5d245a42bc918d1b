/** What the field in which one writes and the one in which a message is edited have in common. */

/** As high as what stands in it. @param {HTMLTextAreaElement} field */
export function fitHeight(field) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

/** @param {string} text @returns {number} code points, as the contract counts, CRLF being one */
export function characters(text) {
  return [...text].length;
}

/** @param {string} text @param {number} max characters @returns {string} what a person may read; empty where it is not too long */
export function tooLong(text, max) {
  const over = characters(text) - max;
  return over > 0 ? `A message has at most ${max} characters: this one has ${over} too many.` : '';
}

/** Whether a key ends an input method's word, as Enter does; Safari tells only by key code 229. @param {KeyboardEvent} event */
export function endsWord({ isComposing, keyCode }) {
  return isComposing || keyCode === 229;
}
