import { html } from './lit.js';
import { isolated } from './parts.js';

/** Most names shown, so that they fit on one line. */
const NAMED = 3;

/**
 * The line below the text field with the others who type. Screen readers do not read it: they will read the message.
 * @param {{ names: string[], more: number }} writers
 * @returns {unknown} undefined: no one types
 */
export function typingLine({ names, more }) {
  const shown = names.slice(0, NAMED);
  const rest = names.length - shown.length + more;
  const count = shown.length + rest;
  if (count === 0) return undefined;
  const others = shown.length ? `${rest} more` : rest === 1 ? 'Somebody' : `${rest} people`;
  const who = [...shown.map((name) => isolated('typing-name', name)), ...(rest ? [others] : [])];
  const words = who.map((part, i) => [i === 0 ? '' : i === who.length - 1 ? ' and ' : ', ', part]);
  return html`<p id="typing" class="typing" aria-live="off">${words} ${count === 1 ? 'is' : 'are'} writing</p>`;
}
