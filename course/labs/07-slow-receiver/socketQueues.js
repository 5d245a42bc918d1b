import fs from 'node:fs';

const ESTABLISHED = '01';

/** @returns {string} the kernel's table of TCP connections (proc(5), /proc/net/tcp) */
export const tcpTable = () => fs.readFileSync('/proc/net/tcp', 'latin1');

/**
 * The kernel's queues of one TCP connection, both ends of which are on this machine.
 * @typedef {object} Queues
 * @property {number} unsent bytes in the writer's kernel that the reader's kernel has not acknowledged
 * @property {number} unread bytes in the reader's kernel that the reader has not read
 * @property {boolean} open whether the writer holds the connection open
 */

/**
 * @param {{readers: number[], writer: number}} ports
 * @param {string} table the kernel's table
 * @returns {Queues[]} queues in the readers' order
 */
export function socketQueues({ readers, writer }, table) {
  const found = new Map(readers.map((reader) => [reader, { unsent: 0, unread: 0, open: false }]));
  const name = `:${writer.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const line of table.split('\n')) {
    // A busy machine has tens of thousands of lines: parse only the writer's.
    if (!line.includes(name)) continue;
    const [, local = '', remote = '', state, queues = ''] = line.trim().split(/\s+/);
    const [unsent, unread] = queues.split(':').map((hex) => parseInt(hex, 16));
    const atWriter = local.endsWith(name) && found.get(portOf(remote));
    const atReader = remote.endsWith(name) && found.get(portOf(local));
    if (atWriter) Object.assign(atWriter, { unsent, open: state === ESTABLISHED });
    if (atReader) atReader.unread = unread;
  }
  return [...found.values()];
}

/** @param {string} address such as 0100007F:0BB8 */
const portOf = (address) => parseInt(address.slice(address.indexOf(':') + 1), 16);
