// A class needs the machine's address and a join code. The notice has both.
import { randomInt } from 'node:crypto';
import { renderUnicodeCompact } from 'uqr';

/** Bridges and tunnels of containers, virtual machines and VPNs: no phone in the room reaches those. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|tun|tap|wg|tailscale|zt)/;

/**
 * The address at which others in the same network reach this machine, IPv4, since people type it.
 * @param {ReturnType<typeof import('node:os').networkInterfaces>} interfaces
 * @returns {string | null} null if there is no network
 */
export function machineAddress(interfaces) {
  const found = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'));
  return found[0]?.address ?? null;
}

/** Letters that a person can read from a board and type into a phone: no two look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
// 887 million codes. A chat lets an address guess 300 a minute: to guess all takes years.
const LENGTH = 6;

export const newJoinCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Whether a code needs no escaping in settings and in a link behind #. @param {unknown} code */
export const isJoinCode = (code) => typeof code === 'string' && /^[A-Za-z0-9_-]{4,64}$/.test(code);

/** @typedef {{title: string, url: string}} Chat */

/** Titles and addresses in two columns. @param {Chat[]} chats */
export function addressRows(chats) {
  const width = Math.max(...chats.map(({ title }) => title.length));
  return chats.map(({ title, url }) => `  ${title.padEnd(width)}  ${url}`).join('\n');
}

const WHITE_ON_BLACK = '\x1b[97;40m';
const PLAIN = '\x1b[0m';

/** QR codes in a row. @param {string[]} texts @param {boolean} colours for a terminal, maybe a light one */
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

${addressRows([...chats, { title: 'Join code', url: joinCode }])}

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
