import ipaddr from 'ipaddr.js';

const NETWORK_BYTES = 8;

/**
 * Under what an address has its share of what all have together. An IPv6 line is given a network of 64 bits, whose addresses its
 * owner takes as they like: it is one address here. IPv4 written as IPv6 is IPv4.
 * @param {string} address
 * @returns {string}
 */
export function shareOf(address) {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const found = ipaddr.process(address);
  return found.kind() === 'ipv4' ? found.toString() : ipaddr.fromByteArray(firstBytes(found)).toString();
}

/** @param {import('ipaddr.js').IPv4 | import('ipaddr.js').IPv6} address @returns {number[]} its network, and zeros */
function firstBytes(address) {
  return address.toByteArray().map((byte, i) => (i < NETWORK_BYTES ? byte : 0));
}
