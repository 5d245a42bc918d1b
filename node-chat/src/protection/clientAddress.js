import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const NETWORK_BYTES = 8;

/**
 * The address of the client. Behind a proxy on this machine it is the last of X-Forwarded-For, which the proxy wrote.
 * @param {import('node:http').IncomingMessage} request
 * @param {boolean} trustProxy
 * @returns {string}
 */
function clientAddress(request, trustProxy) {
  const peer = request.socket.remoteAddress ?? '';
  if (!trustProxy || !LOOPBACK.test(peer)) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '');
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  return isIP(last) ? last : peer;
}

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

/**
 * @param {boolean} trustProxy
 * @returns {(request: import('node:http').IncomingMessage) => string} the key of a request's client
 */
export const addressKeys = (trustProxy) => (request) => addressKey(clientAddress(request, trustProxy));
