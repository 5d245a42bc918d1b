import { randomInt } from 'node:crypto';

/** @import { networkInterfaces } from 'node:os' */

/** No phone in the room reaches bridges and tunnels of containers, virtual machines and VPNs. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|tun|tap|wg|tailscale|zt)/;

/**
 * Finds the address at which others in the same network reach this machine: IPv4, since people type it.
 * @param {ReturnType<typeof networkInterfaces>} interfaces
 * @returns {string | null} null if there is no network
 */
export function machineAddress(interfaces) {
  const found = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'));
  return found[0]?.address ?? null;
}

/** No two of these letters look alike, so people can read them from a board and type them into a phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
// There are 887 million codes. A chat lets an address guess 300 a minute, so all guesses take years.
const LENGTH = 6;

export const newJoinCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Tells whether a code needs no escaping in settings and in a link behind #. @param {unknown} code */
export const isJoinCode = (code) => typeof code === 'string' && /^[A-Za-z0-9_-]{4,64}$/.test(code);
