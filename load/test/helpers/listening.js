/** @import { TestContext } from 'node:test' */
/** @import { AddressInfo, Server } from 'node:net' */

/**
 * @param {TestContext} t
 * @param {Server} server an HTTP or TCP server, which ends with the test
 * @returns {Promise<string>} the server's address
 */
export async function listening(t, server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  t.after(() => {
    /** @type {any} */ (server).closeAllConnections?.();
    server.close();
  });
  return `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`;
}
