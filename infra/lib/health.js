import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {import('./parts.js').Part} Part */

const ANSWER_MS = 5000;
const START_MS = 60_000;

/**
 * Why a part is not ready, or null when it is: its address answers 200, its sockets take a connection.
 * @param {Part} part
 * @returns {Promise<string | null>}
 */
export async function healthProblem({ health, sockets = [] }) {
  const problems = await Promise.all([...(health ? [httpProblem(health)] : []), ...sockets.map(socketProblem)]);
  return problems.find((problem) => problem !== null) ?? null;
}

/** @param {string | {socketPath: string, path: string}} place @returns {Promise<string | null>} */
const httpProblem = (place) =>
  new Promise((resolve) => {
    const options = { agent: false, signal: AbortSignal.timeout(ANSWER_MS) };
    const call = typeof place === 'string' ? request(place, options) : request({ ...place, ...options });
    call.on('error', (error) => resolve(error.message));
    call.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? null : `it answers ${answer.statusCode}`);
    });
    call.end();
  });

/** @param {string} path a unix socket @returns {Promise<string | null>} */
const socketProblem = (path) =>
  new Promise((resolve) => {
    const socket = connect({ path, timeout: ANSWER_MS });
    socket.on('connect', () => resolve(null));
    socket.on('error', (error) => resolve(error.message));
    socket.on('timeout', () => resolve(`${path} takes no connection`));
    for (const event of ['connect', 'timeout']) socket.on(event, () => socket.destroy());
  });

/**
 * Waits until a started part is ready: null, or why it is not, after a minute or since it has ended.
 * @param {Part} part @param {() => boolean} isRunning
 */
export async function awaitHealth(part, isRunning) {
  for (const deadline = Date.now() + START_MS; ; await pause(100)) {
    const problem = await healthProblem(part);
    if (problem === null || Date.now() > deadline || !isRunning()) return problem;
  }
}
