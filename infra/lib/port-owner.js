import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';

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
 * Another user's socket that would get what is sent to an address: whoever binds a port while a part of ours restarts gets the
 * cookies of its users, and may answer as it would.
 * @param {string} host
 * @param {number} port
 * @param {number | undefined} uid whose it should be
 * @returns {string | null} who has it
 */
export function squatter(host, port, uid = process.getuid?.()) {
  const wanted = /^\d+\.\d+\.\d+\.\d+$/.test(host) && host !== '0.0.0.0' ? hexadecimal(host) : null;
  const there = listeners(port).find(
    (it) => it.uid !== uid && (wanted === null || /^0+$/.test(it.address) || it.address.endsWith(wanted)),
  );
  if (!there) return null;
  const { pid, command } = ownerOf([there.inode]);
  return `uid ${there.uid}, ${pid === null ? command : `pid ${pid} (${command})`}`;
}

/** @param {string} host an IPv4 address, which the kernel shows as one little-endian number */
const hexadecimal = (host) =>
  host
    .split('.')
    .reverse()
    .map((byte) => Number(byte).toString(16).toUpperCase().padStart(2, '0'))
    .join('');

/**
 * Who listens on a TCP port of this machine.
 * @param {number} port
 * @returns {{pid: number | null, uid: number, command: string} | null} null where the port is free
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
