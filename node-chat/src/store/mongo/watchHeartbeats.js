/**
 * Calls `stuck` once, when the driver has ceased to look for its server: a check has begun and does not end. In mongodb
 * 7.8 a check that is sent on a destroyed socket waits for a 'drain' that never comes.
 * @param {import('node:events').EventEmitter} client a MongoClient: it tells when a check begins
 *   (serverHeartbeatStarted), and how it ends
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
