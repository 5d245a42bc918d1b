import fs from 'node:fs';
import { allPids, parentOf } from './processTree.js';

const LISTEN = '0A';

/**
 * The processes that listen on a TCP port of this machine.
 * @param {number} port
 * @returns {number[]} pids; a master alone if its workers share the socket; [] if they are another user's or elsewhere
 */
export function portOwners(port) {
  const inodes = listeningInodes(port);
  const owners = allPids().filter((pid) => socketsOf(pid).some((inode) => inodes.has(inode)));
  return owners.filter((pid) => !owners.includes(parentOf(pid) ?? 0));
}

/** @param {number} port @returns {Set<string>} */
function listeningInodes(port) {
  const wanted = endOfAddress(port);
  const lines = ['tcp', 'tcp6'].flatMap((name) => {
    try {
      return fs.readFileSync(`/proc/net/${name}`, 'latin1').trim().split('\n').slice(1);
    } catch {
      return [];
    }
  });
  const rows = lines.map((line) => line.trim().split(/\s+/));
  return new Set(rows.filter((row) => row[1].endsWith(wanted) && row[3] === LISTEN).map((row) => row[9]));
}

/** @param {number} port @returns {string} as an address ends in the kernel's tables of TCP (proc(5)) */
export const endOfAddress = (port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;

/** @param {number} pid @returns {string[]} inodes of its sockets; [] where it is not this user's */
export function socketsOf(pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
