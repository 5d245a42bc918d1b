import { renderUnicodeCompact } from 'uqr';

/** @typedef {{title: string, url: string}} Chat */

/** Two words a line, the second ones in one column. @param {[string, string][]} rows */
function columns(rows) {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}

const WHITE_ON_BLACK = '\x1b[97;40m';
const PLAIN = '\x1b[0m';

/** A QR code beside the other. @param {string[]} texts @param {boolean} colours for a terminal, maybe a light one */
function qrCodes(texts, colours) {
  const codes = texts.map((text) => renderUnicodeCompact(text, { border: 2 }).split('\n'));
  const rows = codes[0].map((_, row) => codes.map((code) => code[row]).join('     '));
  return rows.map((row) => (colours ? `${WHITE_ON_BLACK}${row}${PLAIN}` : row)).join('\n');
}

/**
 * The text of `infra/up --classroom`: addresses, join code, and what it means that others reach the chats.
 * @param {Chat[]} chats
 * @param {string} joinCode
 * @param {number[]} ports that a firewall has to let in
 * @param {boolean} [colours] for a terminal
 */
export const classroomNotice = (chats, joinCode, ports, colours = false) => `
Everybody in this network can open:

${columns([...chats.map(({ title, url }) => /** @type {[string, string]} */ ([title, url])), ['Join code', joinCode]])}

The QR codes, of ${chats.map(({ title }) => title).join(' and ')}, bring the join code along.

${qrCodes(
  chats.map(({ url }) => `${url}/#join=${joinCode}`),
  colours,
)}

What this means:
  - Whoever is in this network and knows the code can register, under any free name. CHAT_JOIN_CODE sets another code.
  - Nothing is encrypted: whoever listens in this network reads messages and passwords. Use no password from elsewhere.
  - A firewall of this machine has to let in ports ${ports.join(', ')}.
  - infra/down ends it, infra/up --classroom --fresh empties the chats. After infra/down, infra/up opens them to
    this machine only.
`;

/** @param {Chat[]} chats */
export const addressesNotice = (chats) =>
  `\nOpen in a browser:\n${columns(chats.map(({ title, url }) => [title, url]))}`;

/** The commands of a lecture. @param {string} name of the instance */
export function lectureNotice(name) {
  const of = name === 'dev' ? '' : ` --instance ${name}`;
  return `For the class, in another terminal of this machine:
  course/live${of}   the page for the projector: what each loop and worker does
  course/lab 1${of}  the first lab; course/lab alone lists them all`;
}
