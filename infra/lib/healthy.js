import { connect } from 'node:net';
import { loopback } from './instance.js';

/**
 * Why a part is not ready, or null when it is.
 * @param {import('./parts/index.js').Part} part
 * @returns {Promise<string | null>}
 */
export async function ailment(part) {
  if (!part.health) return takesConnection(part.port);
  try {
    const answer = await fetch(part.health, { signal: AbortSignal.timeout(5000) });
    if (answer.ok) {
      await answer.arrayBuffer();
      return null;
    }
    return `${part.health} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`;
  } catch (error) {
    const { message, cause } = /** @type {Error & {cause?: Error}} */ (error);
    return `${part.health}: ${cause?.message || message}`;
  }
}

/**
 * @param {number} port
 * @returns {Promise<string | null>}
 */
function takesConnection(port) {
  return new Promise((done) => {
    const socket = connect({ host: loopback, port, timeout: 5000 });
    const end = (/** @type {string | null} */ why) => {
      socket.destroy();
      done(why);
    };
    socket.on('connect', () => end(null));
    socket.on('error', (error) => end(error.message));
    socket.on('timeout', () => end(`port ${port} takes no connection`));
  });
}
