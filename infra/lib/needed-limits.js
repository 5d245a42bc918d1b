import { portsEnd } from './instance.js';

/**
 * The range from which the machine takes ports for its own connections: no part of any instance may want one of them.
 * @param {number} needs
 */
export const localPorts = (needs) => `${Math.max(portsEnd, 65_536 - needs)} 65535`;

/**
 * The limits that N connected users need, by the names of machine-limits.js.
 * A user costs a descriptor in the client and one in the server; behind nginx one more, towards php-fpm. All of them
 * may arrive at once, so the queues hold them all.
 * @param {number} users
 * @returns {Record<string, number>}
 */
export function neededLimits(users) {
  const spare = 1000; // logs, libraries, databases, the listening sockets
  return {
    'nofile (soft)': 2 * users + spare,
    'nofile (hard)': 2 * users + spare,
    'fs.file-max': 4 * users + 20_000,
    'fs.nr_open': 2 * users + spare,
    'net.core.somaxconn': users,
    'net.ipv4.tcp_max_syn_backlog': users,
    'net.core.netdev_max_backlog': Math.max(1000, Math.ceil(users / 4)),
    'net.netfilter.nf_conntrack_max': 4 * users + spare,
    // Loopback: each connection takes a port at the client's end, and a closed one may be held for a minute.
    'local ports': Math.min(65_536 - portsEnd, 2 * users + spare),
  };
}
