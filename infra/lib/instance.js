import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { fail } from './commandLine.js';

/** @import { upOptions } from './upOptions.js' */

export const root = resolve(import.meta.dirname, '../..');

/** Parts that talk only to other parts listen here. */
export const loopback = '127.0.0.1';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

export const isLoopback = (/** @type {string} */ host) => /^(127\.|::1$)/.test(host);

/**
 * Gives the addresses on which a chat listens: its host, and loopback for this machine's own programs. A browser may
 * take 127.0.0.1 or ::1 for `localhost`, so no other account may have either.
 * @param {string} host
 */
export function listenHosts(host) {
  if (host === '::') return [host];
  const taken = host === '0.0.0.0' ? loopback : host;
  return [host, ...[loopback, ...(hasIpv6 ? ['::1'] : [])].filter((address) => address !== taken)];
}

/** Writes an address as URLs have it. @param {string} host */
export const inUrl = (host) => (host.includes(':') ? `[${host}]` : host);

/** The port of each part; databases and php-fpm have unix sockets. @param {number} offset */
export const portsAt = (offset) => ({
  node: 3000 + offset,
  laravel: 8000 + offset,
  loop: 6001 + offset,
  slow: 5000 + offset,
});

/** @typedef {ReturnType<typeof upOptions>} Options */
/** @typedef {ReturnType<typeof createInstance>} Instance a pair of chats with its own ports and files, up or not */

/** @param {string} name */
export const folderOf = (name) => join(root, 'var', name);

/** @param {string} name @param {Options} options */
export const createInstance = (name, options) => ({
  name,
  options,
  dir: folderOf(name),
  ports: portsAt(options.offset),
});

/** A part's unix socket. Only its owner may open it. @param {Instance} instance @param {string} part */
export const socketOf = (instance, part) => join(instance.dir, `run/${part}.sock`);

/**
 * Gives the address at which a client on this machine reaches a part.
 * @param {Instance} instance @param {string} scheme @param {number} port
 */
export function addressOf({ options: { host } }, scheme, port) {
  const own = host === '::' ? '::1' : loopback;
  return `${scheme}://${inUrl(isLoopback(host) ? host : own)}:${port}`;
}

/** @param {Instance} instance */
export function saveInstance({ dir, options }) {
  writeFileSync(join(dir, 'instance.json'), JSON.stringify(options, null, 2) + '\n', { mode: 0o600 });
}

/** Reads the instance as its last `infra/up` left it, or null if there was none. @param {string} name */
export function readInstance(name) {
  try {
    return createInstance(name, JSON.parse(readFileSync(join(folderOf(name), 'instance.json'), 'utf8')));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EACCES') fail(`var/${name} is another user's: go on as that user.`);
    if (code === 'ENOENT') return null;
    throw error;
  }
}
