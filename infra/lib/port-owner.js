import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { loopback } from './instance.js';

const listening = '0A';

/**
 * The sockets that listen on TCP ports of this machine, as the kernel has them: everybody may see whose they are.
 * @returns {{address: string, port: number, uid: number, inode: string}[]} address in the kernel's hexadecimal
 */
function allListeners() {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === listening)
      .map(([, place, , , , , , uid, , inode]) => {
        const [address, port] = place.split(':');
        return { address, port: parseInt(port, 16), uid: Number(uid), inode };
      }),
  );
}

/** @param {number} port */
const listeners = (port) => allListeners().filter((it) => it.port === port);

/**
 * The TCP ports that a process listens on; none where the caller may not see.
 * @param {number} pid
 */
export function portsOf(pid) {
  try {
    const folder = `/proc/${pid}/fd`;
    const held = new Set(readdirSync(folder).map((fd) => linkOf(`${folder}/${fd}`)));
    return allListeners()
      .filter(({ inode }) => held.has(`socket:[${inode}]`))
      .map(({ port }) => port);
  } catch {
    return []; // it has ended
  }
}

/** @param {string} file */
function linkOf(file) {
  try {
    return readlinkSync(file);
  } catch {
    return ''; // closed meanwhile
  }
}

/**
 * Other owners of a port of ours. An account that binds the port while a part restarts gets the cookies of its users,
 * and may answer in its place.
 * @param {string[]} hosts addresses at which it is ours
 * @param {number} port
 * @param {number | undefined} uid ours
 * @returns {string | null} null: it is ours at each address, or nobody listens at any
 */
function notOurs(hosts, port, uid = process.getuid?.()) {
  const there = hosts.map((host) => listeners(port).filter(({ address }) => receives(address, host)));
  const other = there.flat().find((it) => it.uid !== uid);
  if (other) {
    const { pid, command } = ownerOf([other.inode]);
    const who = `uid ${other.uid}, ${pid === null ? command : `pid ${pid} (${command})`}`;
    return `port ${port} is taken by another user's process (${who})`;
  }
  const free = there.findIndex((sockets) => sockets.length === 0);
  return free === -1 || there.flat().length === 0 ? null : `port ${port} is free for others on ${hosts[free]}`;
}

/**
 * Faults of the ports of a part.
 * @param {Pick<import('./parts/index.js').Part, 'port' | 'hosts'>} part
 * @param {number} [uid] their right owner
 * @returns {string[]} a line each
 */
export function portFaults({ port, hosts = [loopback] }, uid) {
  const why = port === undefined ? null : notOurs(hosts, port, uid);
  return why === null ? [] : [why];
}

/**
 * Whether a socket gets what is sent to a host.
 * @param {string} bound its address, in the kernel's hexadecimal @param {string} host
 */
function receives(bound, host) {
  if (/^0+$/.test(bound) || host === '0.0.0.0') return true;
  if (host === '::1') return bound === `${'0'.repeat(24)}01000000`;
  return !isIPv4(host) || bound.endsWith(hexadecimal(host));
}

/** @param {string} host an IPv4 address, which the kernel shows as one little-endian number */
const hexadecimal = (host) =>
  host
    .split('.')
    .reverse()
    .map((byte) => Number(byte).toString(16).toUpperCase().padStart(2, '0'))
    .join('');

/**
 * The process that listens on a TCP port of this machine.
 * @param {number} port
 * @returns {{pid: number | null, uid: number, command: string} | null} null if the port is free
 */
export function portOwner(port) {
  const sockets = listeners(port);
  if (sockets.length === 0) return null;
  return { uid: sockets[0].uid, ...ownerOf(sockets.map(({ inode }) => inode)) };
}

/** @param {string[]} numbers of sockets @returns {{pid: number | null, command: string}} */
function ownerOf(numbers) {
  const inodes = numbers.map((inode) => `socket:[${inode}]`);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const folder = `/proc/${pid}/fd`;
      if (readdirSync(folder).some((fd) => inodes.includes(linkOf(`${folder}/${fd}`))))
        return { pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() };
    } catch {
      // It ended while we looked, or is another user's.
    }
  }
  return { pid: null, command: 'a process of another user' };
}
