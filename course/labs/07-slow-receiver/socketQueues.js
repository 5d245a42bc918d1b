import fs from 'node:fs';
import { endOfAddress } from '../../../load/src/machine/portOwner.js';

const ESTABLISHED = '01';

/** @returns {string} the kernel's table of TCP connections (proc(5), /proc/net/tcp) */
export const tcpTable = () => fs.readFileSync('/proc/net/tcp', 'latin1');

/**
 * What waits in the kernel between two ends of a TCP connection, both of which are on this machine.
 * @typedef {object} Queues
 * @property {number} unsent bytes that the writer's kernel has and the reader's has not acknowledged
 * @property {number} unread bytes that the reader's kernel has and nobody has read
 * @property {boolean} open the writer has not closed it
 */

/**
 * @param {{readers: number[], writer: number}} ports of the readers' ends, and of the writer at their other end
 * @param {string} table of the kernel
 * @returns {Queues[]} of each reader
 */
export function socketQueues({ readers, writer }, table) {
  const found = new Map(readers.map((reader) => [reader, { unsent: 0, unread: 0, open: false }]));
  const name = endOfAddress(writer);
  for (const line of table.split('\n')) {
    // A busy machine has tens of thousands of lines: those of others are not taken apart.
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
