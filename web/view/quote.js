import { html, nothing } from './lit.js';
import { isolated } from './parts.js';

/** @import { Message } from '../chat/types.js' */

/** Picks the parts of a message that a quotation shows. @param {Message} message */
export const quoteOf = ({ id, user, text = 'Message deleted' }) => ({
  id,
  name: user.name,
  line: text.trim().split('\n', 1)[0],
});

/**
 * Shows the quotation above a reply: author and first line of the earlier message, as a link to it.
 * @param {number} id
 * @param {Message | undefined} message undefined: it is not in memory
 */
export function quote(id, message) {
  const { name, line } = message ? quoteOf(message) : { name: '', line: 'An earlier message, not loaded' };
  return html`
    <a class="quote" href="#m${id}">
      <span class="unseen">In reply to</span> ${name ? isolated('quote-name', name) : nothing}
      <span class="quote-line" dir="auto">${line}</span>
    </a>
  `;
}
