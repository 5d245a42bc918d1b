import { piecesOf } from '../chat/markup.js';
import { html } from './lit.js';
import { idOfLink } from './messageLink.js';

/**
 * The text of a message: links, code, mentions, bold and italic words become elements, everything else is text. HTML in
 * it is never parsed.
 * @param {string} text
 * @param {string} me the reader's name
 */
export const messageText = (text, me) => piecesOf(text, me).map(drawn);

/** @param {import('../chat/markup.js').Piece} piece */
function drawn(piece) {
  const { kind, text } = piece;
  if (kind === 'link') return link(piece);
  if (kind === 'mention') return html`<mark>${text}</mark>`;
  if (kind === 'bold') return html`<strong>${text}</strong>`;
  if (kind === 'italic') return html`<em>${text}</em>`;
  return kind === 'text' ? text : html`<code class=${kind} dir="auto">${text}</code>`;
}

/**
 * A link. Its title is the real address, because characters of the shown address may look like others.
 * @param {{ text: string, href: string }} piece
 */
function link({ text, href }) {
  const id = idOfLink(href);
  // A link to a message of this chat stays on this page.
  if (id) return html`<a href="#m${id}" title=${href} dir="ltr">${text}</a>`;
  return html`<a href=${href} title=${href} dir="ltr" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`;
}
