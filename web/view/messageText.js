import { piecesOf } from '../chat/markup.js';
import { html, nothing } from './lit.js';

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
 * A link. Its title is the real address, because characters of the shown address may look like others. A link to a
 * message of this chat stays on this page.
 * @param {{ text: string, href: string }} piece
 */
function link({ text, href }) {
  const target = href.startsWith(`${location.origin}/#m`) ? nothing : '_blank';
  return html`<a href=${href} title=${href} dir="ltr" target=${target} rel="noopener noreferrer nofollow">${text}</a>`;
}
