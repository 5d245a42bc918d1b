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
export function unixRequests(prefix, table = readTable()) {
  const found = { busy: 0, waiting: 0 };
  let listening = false;
  for (const line of table.split('\n')) {
    const [, , , , , state, , path] = line.trim().split(/\s+/);
    // Where a pool tells of itself nobody waits.
    if (!path?.startsWith(prefix) || path.startsWith(`${prefix}status`)) continue;
    if (state === CONNECTED) found.busy++;
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
