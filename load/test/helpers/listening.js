/**
 * @param {import('node:test').TestContext} t
 * @param {import('node:net').Server} server HTTP or TCP; it ends with the test
 * @returns {Promise<string>} its address
 */
export async function listening(t, server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  t.after(() => {
    /** @type {any} */ (server).closeAllConnections?.();
    server.close();
  });
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
}
