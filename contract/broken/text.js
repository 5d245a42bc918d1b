import { codePoints, erring, refuse, refusing, replying, rewriting, sending } from './break.js';

/** @param {(text: string) => string} change */
const text = (change) => rewriting('/messages', 'text', change);

/** @param {string} code @param {(text: string) => boolean} test */
const refusingText = (code, test) =>
  refusing('/messages', 'text', code, (value) => typeof value === 'string' && test(value));

const EDGE = 'a text of exactly 2000 characters';

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  { name: 'cuts texts that are too long', breaks: [EDGE], ...text((line) => [...line].slice(0, 2000).join('')) },
  {
    name: 'takes texts of 1999 characters at most',
    breaks: [EDGE],
    ...refusingText('text_too_long', (line) => codePoints(line) === 2000),
  },
  {
    name: 'counts texts in UTF-16 units',
    breaks: ['the characters of a text are code points'],
    ...refusingText('text_too_long', (line) => line.length > 2000),
  },
  {
    name: 'normalises texts',
    breaks: ['combining marks count each', 'a text is not normalised'],
    ...text((line) => line.normalize('NFC')),
  },
  {
    name: 'trims texts',
    breaks: ['white space counts to the length', 'white space around a text'],
    ...text((line) => line.trim()),
  },
  {
    name: 'stores CRLF',
    breaks: ['CRLF becomes LF'],
    ...replying(
      'POST',
      '/messages',
      (json) => void (json.message && (json.message.text = json.message.text.replaceAll('\n', '\r\n'))),
    ),
  },
  {
    name: 'counts CRLF as two characters',
    breaks: ['CRLF becomes LF'],
    ...refusingText('text_too_long', (line) => codePoints(line) > 2000),
  },
  {
    name: 'says text_invalid of an empty text',
    breaks: ['a text that is missing', 'a text of nothing but white space', 'the text is checked before the clientId'],
    ...erring('empty_text', (error) => void (error.code = 'text_invalid')),
  },
  {
    name: 'looks for control characters before it trims',
    breaks: ['a text of white space with control characters'],
    ...refusingText('text_invalid', (line) => /\p{Cc}/u.test(line)),
  },
  {
    name: 'takes a text of foreign white space',
    breaks: ['a text of nothing but white space'],
    ...text((line) => line.replaceAll('\u3000', '_')),
  },
  {
    name: 'refuses tabs',
    breaks: ['tab and newline are fine'],
    ...refusingText('text_invalid', (line) => line.includes('\t')),
  },
  { name: 'makes newlines of lone CRs', breaks: ['a lone CR is'], ...text((line) => line.replaceAll('\r', '\n')) },
  {
    name: 'checks the clientId before the text',
    breaks: ['the text is checked before the clientId'],
    ...sending('/messages', (sent, x) => !sent.clientId && refuse(x, 'client_id_invalid', 'clientId')),
  },
  {
    name: 'strips what has no width',
    breaks: ['emoji of many code points', 'right-to-left text', 'zero-width characters are ordinary'],
    ...text((line) => line.replace(/\ufe0f|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u180e]/g, '')),
  },
  {
    name: 'stores only three bytes of UTF-8 a character',
    breaks: ['the characters of a text are code points', 'emoji of many code points', 'noncharacters, private use'],
    ...text((line) => line.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'replaces noncharacters',
    breaks: ['noncharacters, private use'],
    ...text((line) => line.replace(/[\ufffe\uffff]/g, '\ufffd')),
  },
  {
    name: 'escapes markup',
    breaks: ['a text that looks like markup'],
    ...text((line) => line.replaceAll('<', '&lt;')),
  },
];
