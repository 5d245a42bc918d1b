/**
 * Calls `stuck` once, when the driver has ceased to look for a server of it: a check was begun and does not end, and no other begins before it does.
 *
 * That happens (mongodb 7.8): a check that is sent on a socket which is destroyed, and not yet closed, as where the server goes away in
 * that moment, waits for the socket's 'drain', and such a socket tells no more. A server that is back is never seen then.
 *
 * @param {import('node:events').EventEmitter} client a MongoClient: it tells when a check begins (serverHeartbeatStarted), and how it ends
 * @param {number} ms within which a check ends by the driver's own limits
 * @param {() => void} stuck
 */
export function watchHeartbeats(client, ms, stuck) {
  /** @type {Map<string, NodeJS.Timeout>} of checks under way, by the server's address */
  const underWay = new Map();
  let isOver = false;

  /** @param {{ connectionId: string }} event */
  const ended = ({ connectionId }) => {
    clearTimeout(underWay.get(connectionId));
    underWay.delete(connectionId);
  };
  const end = () => {
    isOver = true;
    for (const connectionId of underWay.keys()) ended({ connectionId });
  };
  // In halves: where this process stood still, an answer that is there already is read between them.
  const wait = (/** @type {string} */ connectionId, halves = 2) => {
    const next = () => {
      if (halves > 1) return wait(connectionId, halves - 1);
      end();
      stuck();
    };
    underWay.set(connectionId, setTimeout(next, ms / 2).unref());
  };

  client.on('serverHeartbeatStarted', (event) => {
    ended(event);
    if (!isOver) wait(event.connectionId);
  });
  client.on('serverHeartbeatSucceeded', ended);
  client.on('serverHeartbeatFailed', ended);
  client.on('serverClosed', ({ address }) => ended({ connectionId: address }));
  client.on('topologyClosed', end);
}
