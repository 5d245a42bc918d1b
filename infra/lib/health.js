import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';

/** @import { Part } from './parts.js' */

const ANSWER_MS = 5000;

/**
 * Tells why a part is not ready, or null. A ready part's address answers 200, and its sockets take a connection.
 * @param {Part} part
 * @returns {Promise<string | null>}
 */
export function healthProblem({ health, sockets = [] }) {
  const checks = [...(health ? [expectAnswer(health)] : []), ...sockets.map(expectConnection)];
  return Promise.all(checks).then(
    () => null,
    (error) => error.message,
  );
}

/** @param {string | {socketPath: string, path: string}} address */
async function expectAnswer(address) {
  const options = { agent: false, signal: AbortSignal.timeout(ANSWER_MS) };
  const call = typeof address === 'string' ? request(address, options) : request({ ...address, ...options });
  const [answer] = await once(call.end(), 'response');
  call.destroy();
  if (answer.statusCode !== 200) throw new Error(`it answers ${answer.statusCode}`);
}

/** @param {string} path a unix socket's */
async function expectConnection(path) {
  const socket = connect(path);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(ANSWER_MS) });
  } finally {
    socket.destroy();
  }
}
