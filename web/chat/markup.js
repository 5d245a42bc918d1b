/** @typedef {'text' | 'code' | 'block' | 'mention' | 'bold' | 'italic'} PlainKind */
/**
 * A part of a message: its text and its kind.
 * @typedef {{ kind: PlainKind, text: string } | { kind: 'link', text: string, href: string }} Piece
 */

/** Text with one of these inside is neither bold nor italic. */
const INNER = /[`@]|https?:|mailto:/i;
/** Each alternative ends at its next delimiter, so that one pass is enough for any text. */
const MARKUP = new RegExp(
  [
    /```([^]*?)```/u,
    /`([^`\n]+)`/u,
    /(?<![\p{L}\p{N}_])((?:https?:\/\/|mailto:)[^\s<>"`\p{Cc}\p{Cf}\p{Z}]+)/u,
    /(?<![\p{L}\p{N}_*])\*(?!\s)([^*\n]+)(?<!\s)\*(?![\p{L}\p{N}_*])/u,
    /(?<![\p{L}\p{N}_*])_(?!\s)([^_\n]+)(?<!\s)_(?![\p{L}\p{N}_*])/u,
    /(?<![\p{L}\p{N}_])@/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);
const WORD = /[\p{L}\p{N}_]/u;
const PUNCTUATION = `.,;:!?'*_~]}`;

/**
 * @param {string} text of a message
 * @param {string} me the reader's name
 * @returns {Piece[]} in order; everything that is not markup is text
 */
export function piecesOf(text, me) {
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  /** @param {number} from @param {number} to @param {Piece} piece */
  const take = (from, to, piece) => {
    if (from > end) pieces.push({ kind: 'text', text: text.slice(end, from) });
    pieces.push(piece);
    end = to;
  };
  MARKUP.lastIndex = 0;
  for (let match; (match = MARKUP.exec(text));) {
    const [all, block, code, link, bold, italic] = match;
    const at = match.index;
    // A block is its own line: the line break behind it would make an empty one.
    if (block?.trim())
      take(at, at + all.length + Number(text[at + all.length] === '\n'), { kind: 'block', text: insideFence(block) });
    else if (code?.trim()) take(at, at + all.length, { kind: 'code', text: code });
    else if (link) {
      const written = withoutPunctuation(link);
      const href = address(written);
      if (href) take(at, at + written.length, { kind: 'link', text: written, href });
      MARKUP.lastIndex = at + written.length;
    } else if (bold ?? italic) {
      const inner = bold ?? italic;
      if (INNER.test(inner)) MARKUP.lastIndex = at + 1;
      else take(at, at + all.length, { kind: bold ? 'bold' : 'italic', text: inner });
    } else if (all === '@' && names(text, at + 1, me)) {
      take(at, at + 1 + me.length, { kind: 'mention', text: `@${me}` });
      MARKUP.lastIndex = end;
    }
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** @param {string} text @param {number} at @param {string} name */
function names(text, at, name) {
  if (!name || !text.startsWith(name, at)) return false;
  const next = String.fromCodePoint(text.codePointAt(at + name.length) ?? 32);
  return !WORD.test(next) || !WORD.test(name.slice(-1));
}

/** Removes the language behind the fence and the fence's line breaks. @param {string} block */
function insideFence(block) {
  return block.replace(/^[\w+#.-]{0,20}\n/, '').replace(/\n$/, '');
}

/**
 * A full stop ends the sentence, not the address. A closing bracket belongs to the address if its opening bracket does.
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
 * The target of a link: http, https and mailto alone, without a user name that looks like a host.
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
