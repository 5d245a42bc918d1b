import { join } from 'node:path';

/** Linux' sockaddr_un holds 107 bytes; the supervisor adds its pid to the name for a moment. */
const socketPathMax = 96;

/**
 * Why an instance cannot live in this folder, or null.
 * @param {string} folder
 */
export function unfitPath(folder) {
  if (/[\s'"%;{}\\$]/.test(folder)) {
    return `The project's path (${folder}) holds a character that nginx, supervisor or MariaDB would misread: move it.`;
  }
  const socket = join(folder, 'run/supervisor.sock');
  if (Buffer.byteLength(socket) > socketPathMax) {
    return `${socket} is too long a name for a socket (${socketPathMax} bytes at most): move the project to a shorter path.`;
  }
  return null;
}
