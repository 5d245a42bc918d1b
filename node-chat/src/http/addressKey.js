import ipaddr from 'ipaddr.js';

const NETWORK_BYTES = 8;

/**
 * The key under which limits count an address: an IPv6 line is given a network of 64 bits, so that counts as one
 * address. IPv4 written as IPv6 is IPv4.
 * @param {string} address
 * @returns {string}
 */
export function addressKey(address) {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const found = ipaddr.process(address);
  if (found.kind() === 'ipv4') return found.toString();
  return ipaddr.fromByteArray(found.toByteArray().fill(0, NETWORK_BYTES)).toString();
}
