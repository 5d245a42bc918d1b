import { request } from 'node:http';

/**
 * The options of node:http for an address.
 * @param {string} url http://HOST:PORT/PATH, or unix:SOCKET:/PATH for what listens on a unix socket
 */
export function target(url) {
  const [, socketPath, path] = /^unix:([^:]+):(\/.*)$/.exec(url) ?? [];
  if (socketPath) return { socketPath, path };
  const { hostname: host, port, pathname, search } = new URL(url);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port, path: pathname + search };
}

/**
 * A GET of something on this machine.
 * @param {string} url as target() takes it
 * @param {number} ms for the whole answer
 * @returns {Promise<{status: number, text: string}>} rejects with what the connection met (its `code` such as ECONNREFUSED)
 */
export function ask(url, ms) {
  return new Promise((resolve, reject) => {
    const asked = request({ ...target(url), agent: false, signal: AbortSignal.timeout(ms) });
    asked.on('error', reject);
    asked.on('response', async (answer) => {
      try {
        const chunks = await answer.toArray();
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      } catch (error) {
        reject(error);
      }
    });
    asked.end();
  });
}
