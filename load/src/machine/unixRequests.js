import fs from 'node:fs';

// proc(5): state of a stream socket that is connected, and of one that its listener has not accepted yet; the latter has no inode.
const CONNECTED = '03';
const IN_BACKLOG = '02';

/**
 * What waits at unix sockets that close after each request, such as php-fpm's behind nginx: seen from outside, so that it is known too when nobody
 * in there has time to tell.
 * @param {string} prefix of the sockets' paths, such as /srv/chat/run/fpm-
 * @param {string} [table] of the kernel
 * @returns {{busy: number, waiting: number} | null} requests that a worker has, and that wait for one; null: nobody listens there
 */
export function unixRequests(prefix, table) {
  // Where a pool tells of itself nobody waits.
  const isOurs = (/** @type {string} */ path) => path.startsWith(prefix) && !path.startsWith(`${prefix}status`);
  const found = unixConnections(isOurs, table);
  return found && { busy: found.taken.length, waiting: found.waiting };
}

/**
 * The same, and whose they are.
 * @param {(path: string) => boolean} isOurs @param {string} [table]
 * @returns {{taken: string[], waiting: number} | null} taken: inodes of the connections' ends that a worker holds
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
