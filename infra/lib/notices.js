import { renderUnicodeCompact } from 'uqr';
import { inUrl } from './instance.js';
import { partsOf } from './parts.js';

/** @import { Instance } from './instance.js' */

/** @typedef {{title: string, url: string}} Chat */

/** @type {Record<string, string>} */
const TITLES = { node: 'Node.js chat', nginx: 'Laravel chat' };

/** Gives the option by which other commands name the instance. @param {Instance} instance */
export const instanceOption = ({ name }) => (name === 'dev' ? '' : ` --instance ${name}`);

/**
 * Writes the notice of `infra/up` when the chats are up: their addresses, and what a class or a lecture needs.
 * @param {Instance} instance
 * @param {boolean} [colours] true: colour the QR codes, for a terminal
 */
export function addressNotice(instance, colours = false) {
  const { classroom, lecture, host, joinCode } = instance.options;
  const parts = partsOf(instance).filter(({ name }) => name in TITLES || name === 'loop');
  const chats = parts
    .filter(({ name }) => name in TITLES)
    .map(({ name, url, port }) => ({ title: TITLES[name], url: classroom ? `http://${inUrl(host)}:${port}` : url }));
  const ports = parts.map(({ port }) => port).join(', ');
  return [
    classroom ? classroomNotice(chats, joinCode ?? '', ports, colours) : `\nOpen in a browser:\n${rowsOf(chats)}`,
    ...(lecture ? [lectureNotice(instance)] : []),
  ].join('\n');
}

/** Lists titles and addresses in two columns. @param {Chat[]} chats */
function rowsOf(chats) {
  const width = Math.max(...chats.map(({ title }) => title.length));
  return chats.map(({ title, url }) => `  ${title.padEnd(width)}  ${url}`).join('\n');
}

/** @param {Instance} instance */
const lectureNotice = (instance) => `For the class, in another terminal of this machine:
  course/live${instanceOption(instance)}   the page for the projector: what each loop and worker does
  course/lab 1${instanceOption(instance)}  the first lab; course/lab without a number lists them all`;

/** @param {Chat[]} chats @param {string} joinCode @param {string} ports @param {boolean} colours */
const classroomNotice = (chats, joinCode, ports, colours) => `
Everybody in this network can open:

${rowsOf([...chats, { title: 'Join code', url: joinCode }])}

The QR codes, of ${chats.map(({ title }) => title).join(' and ')}, bring the join code along.

${qrCodes(
  chats.map(({ url }) => `${url}/#join=${joinCode}`),
  colours,
)}

What this means:
  - Whoever is in this network and knows the code can register, under any free name. CHAT_JOIN_CODE sets another code.
  - Nothing is encrypted: whoever listens in this network reads messages and passwords. Use no password from elsewhere.
  - A firewall of this machine has to let in ports ${ports}.
  - infra/down ends it, infra/up --classroom --fresh empties the chats. After infra/down, infra/up opens them to
    this machine only.
`;

const WHITE_ON_BLACK = '\x1b[97;40m';
const PLAIN = '\x1b[0m';

/** Draws QR codes in a row. @param {string[]} texts @param {boolean} colours for a terminal, maybe a light one */
function qrCodes(texts, colours) {
  const codes = texts.map((text) => renderUnicodeCompact(text, { border: 2 }).split('\n'));
  const rows = codes[0].map((_, row) => codes.map((code) => code[row]).join('     '));
  return rows.map((row) => (colours ? `${WHITE_ON_BLACK}${row}${PLAIN}` : row)).join('\n');
}
