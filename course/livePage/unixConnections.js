import fs from 'node:fs';

// proc(5): states of a connected stream socket, and of one that its listener has not accepted yet.
const CONNECTED = '03';
const IN_BACKLOG = '02';

/**
 * Counts connections at unix sockets that close after each request, such as php-fpm's behind nginx. It reads the
 * kernel's table, since busy workers could not answer.
 * @param {(path: string) => boolean} isOurs @param {string} [table]
 * @returns {{taken: string[], waiting: number} | null} taken: inodes of the workers' ends; waiting: connections that
 *   wait for a worker; null: no process listens there
 */
export function unixConnections(isOurs, table = readTable()) {
  /** @type {{taken: string[], waiting: number}} */
  const found = { taken: [], waiting: 0 };
  let listening = false;
  for (const line of table.split('\n')) {
    const [, , , , , state, inode, path] = line.trim().split(/\s+/);
    if (!path || !isOurs(path)) continue;
    if (state === CONNECTED) found.taken.push(inode);
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
