import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Limit
 * @property {string} name as `ulimit` or `sysctl` call it
 * @property {number} is
 * @property {string} [sysctl] the key under which it may be raised
 */

/** @param {string} key @returns {string | null} */
function sysctl(key) {
  try {
    return readFileSync(`/proc/sys/${key.replaceAll('.', '/')}`, 'utf8').trim();
  } catch {
    return null; // this kernel has no such key (conntrack, for one, is a module)
  }
}

const openFiles = /^Max open files +(\S+) +(\S+)/m;

/** @param {string} text */
const amount = (text) => (text === 'unlimited' ? Infinity : Number(text));

/** The machine's limits now, without the keys that it lacks. @returns {Limit[]} */
export function machineLimits() {
  const [, soft, hard] = openFiles.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  /** @type {Limit[]} */
  const limits = [
    { name: 'nofile (soft)', is: amount(soft) },
    { name: 'nofile (hard)', is: amount(hard) },
  ];
  for (const key of [
    'fs.file-max',
    'fs.nr_open',
    'net.core.somaxconn',
    'net.ipv4.tcp_max_syn_backlog',
    'net.core.netdev_max_backlog',
    'net.netfilter.nf_conntrack_max',
  ]) {
    const value = sysctl(key);
    if (value !== null) limits.push({ name: key, is: Number(value), sysctl: key });
  }
  const range = sysctl('net.ipv4.ip_local_port_range');
  if (range !== null) {
    const [first, last] = range.split(/\s+/).map(Number);
    limits.push({ name: 'local ports', is: last - first + 1, sysctl: 'net.ipv4.ip_local_port_range' });
  }
  return limits;
}
