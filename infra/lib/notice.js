import { renderUnicodeCompact } from 'uqr';

/** @typedef {{title: string, url: string}} Chat */

const WHITE_ON_BLACK = '\x1b[97;40m';
const PLAIN = '\x1b[0m';

/** Text beside text, line by line. @param {string[]} blocks @param {boolean} colours */
function sideBySide(blocks, colours) {
  const lines = blocks.map((block) => block.split('\n'));
  const widths = lines.map((block) => Math.max(...block.map((line) => line.length)));
  const height = Math.max(...lines.map((block) => block.length));
  const rows = Array.from({ length: height }, (_, row) =>
    lines.map((block, column) => (block[row] ?? '').padEnd(widths[column])).join('     '),
  );
  return rows.map((row) => (colours ? `${WHITE_ON_BLACK}${row}${PLAIN}` : row.trimEnd())).join('\n');
}

/**
 * The text of `infra/up --classroom`: addresses, join code, and what it means that others reach the chats.
 * @param {Chat[]} chats
 * @param {string} joinCode
 * @param {number[]} ports that a firewall has to let in
 * @param {{colours?: boolean}} [options] colours: for a terminal. Without, a QR code is right on a dark ground, and inverted on a light one
 */
export function classroomNotice(chats, joinCode, ports, { colours = false } = {}) {
  const code = (/** @type {Chat} */ { url }) => `${renderUnicodeCompact(`${url}/#join=${joinCode}`, { border: 2 })}`;
  const width = Math.max(...chats.map(({ title }) => title.length), 'Join code'.length);
  return `
Everybody in this network can open:

${chats.map(({ title, url }) => `  ${title.padEnd(width)}  ${url}`).join('\n')}
  ${'Join code'.padEnd(width)}  ${joinCode}   asked of whoever registers; the QR codes bring it along

${sideBySide(chats.map(code), colours)}
${chats
  .map(({ title }) => `  ${title}`.padEnd(38))
  .join('')
  .trimEnd()}

What this means:
  - Whoever is in this network and knows the code can register, under any name that is free. CHAT_JOIN_CODE sets another code.
  - Nothing is encrypted: whoever listens in this network can read messages and passwords. Use no password from elsewhere.
  - A firewall of this machine has to let in ports ${ports.join(', ')}.
  - infra/down ends it, infra/up --classroom --fresh empties the chats, and infra/up after infra/down opens them to this machine only.
`;
}

/** @param {[string, string][]} rows @returns {string} a line each, their second words in one column */
function columns(rows) {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}

/** @param {Chat[]} chats */
export const addressesNotice = (chats) =>
  `\nOpen in a browser:\n${columns(chats.map(({ title, url }) => [title, url]))}`;

/** The commands of a lecture. @param {string} name of the instance */
export function lectureNotice(name) {
  const of = name === 'dev' ? '' : ` --instance ${name}`;
  const commands = columns([
    [`course/live${of}`, 'the page for the projector: what each loop and worker does'],
    [`course/lab 1${of}`, 'the first lab; course/lab alone lists them all'],
  ]);
  return `For the class, in another terminal of this machine:\n${commands}`;
}
