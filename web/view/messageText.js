import { piecesOf } from '../chat/markup.js';
import { html, nothing } from './lit.js';

/** @import { Piece } from '../chat/markup.js' */

/**
 * Shows a message's text: links and code become elements, everything else is text. The page never parses HTML in it.
 * @param {string} text
 */
export const messageText = (text) => piecesOf(text).map(drawn);

/** @param {Piece} piece */
function drawn(piece) {
  if (piece.kind === 'link') return link(piece);
  return piece.kind === 'code' ? html`<code dir="auto">${piece.text}</code>` : piece.text;
}

/**
 * Shows a link. Its title is the real address, because characters of the shown address may look like others. A link to
 * a message of this chat stays on this page.
 * @param {{ text: string, href: string }} piece
 */
function link({ text, href }) {
  const target = href.startsWith(`${location.origin}/#m`) ? nothing : '_blank';
  return html`<a href=${href} title=${href} dir="ltr" target=${target} rel="noopener noreferrer nofollow">${text}</a>`;
}
