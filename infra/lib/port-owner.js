import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

const listening = '0A';

/**
 * Who listens on a TCP port of this machine.
 * @param {number} port
 * @returns {{pid: number | null, command: string} | null} null where the port is free
 */
export function portOwner(port) {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === listening && fields[1].endsWith(`:${hex}`))
      .map((fields) => `socket:[${fields[9]}]`),
  );
  if (inodes.length === 0) return null;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const holds = readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.includes(readlinkSync(`/proc/${pid}/fd/${fd}`)));
      if (holds)
        return { pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() };
    } catch {
      // It ended while we looked, or is another user's.
    }
  }
  return { pid: null, command: 'a process of another user' };
}
