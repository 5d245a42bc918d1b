import { html, nothing } from './lit.js';
import { linkTo } from './messageLink.js';
import { isolated } from './parts.js';

/** @typedef {import('../chat/types.js').Message} Message */

/** What a quotation shows of a message. @param {Message} message */
export const quoteOf = ({ id, user, text = 'Message deleted' }) => ({
  id,
  name: user.name,
  line: text.trim().split('\n', 1)[0],
});

/**
 * The message that a message replies to, above it: who, and the first line. It leads there.
 * @param {number} id
 * @param {Message | undefined} message undefined where it is not in memory
 * @param {(id: number) => void} goTo
 */
export function quote(id, message, goTo) {
  const { name, line } = message ? quoteOf(message) : { name: '', line: 'An earlier message, not loaded' };
  /** @param {Event} event */
  const click = (event) => {
    event.preventDefault();
    goTo(id);
  };
  return html`
    <a class="quote" href=${linkTo(id)} @click=${click}>
      <span class="unseen">In reply to</span> ${name ? isolated('quote-name', name) : nothing}
      <span class="quote-line" dir="auto">${line}</span>
    </a>
  `;
}
