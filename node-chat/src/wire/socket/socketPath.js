export const SOCKET_PATH = '/socket.io';

/** @param {string} url of a request @returns {boolean} whether it is exactly that of the sockets */
export function isSocketPath(url) {
  return url === `${SOCKET_PATH}/` || url.startsWith(`${SOCKET_PATH}/?`);
}
