/**
 * @typedef {'node' | 'laravel'} Chat
 *
 * @typedef {object} Way one way of asking a slow database
 * @property {string} key @property {string} name
 * @property {'loop' | 'worker'} where @property {string} what @property {object} body of the lab call
 * @property {boolean} [dashed]
 */

/**
 * The embedded stores have no server to wait for. A slow server that is asked over a socket stands in for one: to whoever waits there is no difference
 * between its protocol and a database's.
 * @param {Chat} chat @param {boolean} isServer whether the store is a server of its own, which answers while others wait
 * @returns {Way[]} the first does not block, the second does
 */
export function waysOf(chat, isServer) {
  const asynchronous = { key: 'async', name: 'on the loop, asynchronous driver', where: /** @type {const} */ ('loop') };
  const blocking = { key: 'blocking', name: 'on the loop, blocking driver', where: /** @type {const} */ ('loop') };
  const workers = {
    key: 'workers',
    name: 'by workers',
    where: /** @type {const} */ ('worker'),
    what: 'query',
    body: {},
  };
  if (chat === 'node') {
    return [
      { ...asynchronous, what: isServer ? 'query' : 'call', body: {} },
      // SQLite computes on the loop; the driver of MongoDB cannot block, so that what would is a wait.
      { ...blocking, what: isServer ? 'wait' : 'query', body: isServer ? { blocking: true } : {} },
      workers,
    ];
  }
  return [
    { ...asynchronous, what: 'call', body: {} },
    { ...blocking, what: 'query', body: { blocking: true } },
    {
      key: 'process',
      name: 'by one other process, which the loop asks',
      where: 'loop',
      what: 'query',
      body: {},
      dashed: true,
    },
    workers,
  ];
}
