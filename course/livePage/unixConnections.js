import fs from 'node:fs';

// proc(5): states of a connected stream socket, and of one that its listener has not accepted yet.
const CONNECTED = '03';
const IN_BACKLOG = '02';

/**
 * Counts the connections of a unix socket that closes each after its request, such as php-fpm's behind nginx. It reads
 * the kernel's table, since busy workers could not answer.
 * @param {string} socket the socket's path @param {string} [table]
 * @returns {{taken: number, waiting: number} | null} taken: number that workers have; waiting: number that wait for a
 *   worker; null: no process listens
 */
export function unixConnections(socket, table = readTable()) {
  const found = { taken: 0, waiting: 0 };
  let listening = false;
  for (const line of table.split('\n')) {
    const [, , , , , state, , path] = line.trim().split(/\s+/);
    if (path !== socket) continue;
    if (state === CONNECTED) found.taken++;
    else if (state === IN_BACKLOG) found.waiting++;
    else listening = true;
  }
  return listening ? found : null;
}

function readTable() {
  try {
    return fs.readFileSync('/proc/net/unix', 'utf8');
  } catch {
    return '';
  }
}
