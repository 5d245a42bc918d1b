import fs from 'node:fs';

const ESTABLISHED = '01';

/** @returns {string} the kernel's table of TCP connections (proc(5), /proc/net/tcp) */
export const tcpTable = () => fs.readFileSync('/proc/net/tcp', 'latin1');

/**
 * What waits in the kernel between two ends of a TCP connection, both of which are on this machine.
 * @param {{reader: number, writer: number}} ports of the two ends
 * @param {string} table of the kernel
 * @returns {{unsent: number, unread: number, open: boolean}} unsent: bytes that the writer's kernel has and the reader's has not acknowledged;
 *   unread: that the reader's kernel has and nobody has read; open: the writer has not closed it
 */
export function socketQueues({ reader, writer }, table) {
  const found = { unsent: 0, unread: 0, open: false };
  for (const line of table.split('\n').slice(1)) {
    const [, local = '', remote = '', state, queues = ''] = line.trim().split(/\s+/);
    const [unsent, unread] = queues.split(':').map((hex) => parseInt(hex, 16));
    if (portOf(local) === writer && portOf(remote) === reader) {
      found.unsent = unsent;
      found.open = state === ESTABLISHED;
    }
    if (portOf(local) === reader && portOf(remote) === writer) found.unread = unread;
  }
  return found;
}

/** @param {string} address such as 0100007F:0BB8 */
const portOf = (address) => parseInt(address.slice(address.indexOf(':') + 1), 16);
