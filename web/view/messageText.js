import { piecesOf } from '../chat/markup.js';
import { create } from './element.js';
import { idOfLink } from './messageLink.js';

/**
 * The text of a message as a paragraph: links, code, mentions, bold and italic words as elements, all else as text. Nothing in
 * it is ever read as markup.
 * @param {string} text
 * @param {string} me the reader's name
 */
export function messageText(text, me) {
  const pieces = piecesOf(text, me);
  const plain = pieces.length === 1 && pieces[0].kind === 'text';
  const paragraph = create('p', 'text', plain ? text : '');
  paragraph.dir = 'auto';
  if (!plain) paragraph.append(...pieces.map(drawn));
  return paragraph;
}

/** @param {import('../chat/markup.js').Piece} piece @returns {Node | string} */
function drawn(piece) {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'link') return link(piece);
  if (piece.kind === 'mention') return create('mark', 'mention', piece.text);
  if (piece.kind === 'bold') return create('strong', '', piece.text);
  if (piece.kind === 'italic') return create('em', '', piece.text);
  const code = create('code', piece.kind, piece.text);
  code.dir = 'auto';
  return code;
}

/** @param {{ text: string, href: string }} piece */
function link({ text, href }) {
  const anchor = create('a', 'outside', text);
  anchor.href = href;
  const id = idOfLink(href);
  // A message of this chat is here.
  if (id) anchor.href = `#m${id}`;
  else anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer nofollow';
  // The address itself: characters of its path may look like others.
  anchor.title = href;
  anchor.dir = 'ltr';
  return anchor;
}
