/**
 * A part of a message: its text and its kind.
 * @typedef {{ kind: 'text' | 'code', text: string } | { kind: 'link', text: string, href: string }} Piece
 */

/** Each alternative ends at its next delimiter, so that one pass is enough for any text. */
const MARKUP = /`([^`\n]+)`|(?<![\p{L}\p{N}_])((?:https?:\/\/|mailto:)[^\s<>"`\p{Cc}\p{Cf}\p{Z}]+)/giu;
const PUNCTUATION = `.,;:!?'*_~]}`;

/**
 * @param {string} text a message's
 * @returns {Piece[]} pieces in order; everything that is not markup is text
 */
export function piecesOf(text) {
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  /** @param {number} from @param {number} to @param {Piece} piece */
  const take = (from, to, piece) => {
    if (from > end) pieces.push({ kind: 'text', text: text.slice(end, from) });
    pieces.push(piece);
    end = to;
  };
  for (const { 0: all, 1: code, 2: link, index } of text.matchAll(MARKUP)) {
    if (code?.trim()) take(index, index + all.length, { kind: 'code', text: code });
    else if (link) {
      const written = withoutPunctuation(link);
      const href = address(written);
      if (href) take(index, index + written.length, { kind: 'link', text: written, href });
    }
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/**
 * Cuts a full stop, which ends the sentence, not the address. A closing bracket stays if its opening bracket is there.
 * @param {string} link
 * @returns {string}
 */
function withoutPunctuation(link) {
  let end = link.length;
  let unopened = link.split(')').length - link.split('(').length;
  while (link[end - 1] === ')' ? unopened-- > 0 : PUNCTUATION.includes(link[end - 1])) end--;
  return link.slice(0, end);
}

/**
 * Gives a link's target: only http, https and mailto, without a user name that looks like a host.
 * @param {string} written
 * @returns {string | null}
 */
function address(written) {
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  if (url.protocol === 'mailto:') return /^mailto:[^\s?&@/]+@[^\s?&@/]+$/i.test(written) ? url.href : null;
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  return web && url.hostname && !url.username && !url.password ? url.href : null;
}
