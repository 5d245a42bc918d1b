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
  const problems = await Promise.all([...(health ? [problemOf(health)] : []), ...sockets.map(refusalOf)]);
  return problems.find((problem) => problem !== null) ?? null;
}

/** @param {string | {socketPath: string, path: string}} place @returns {Promise<string | null>} */
const problemOf = (place) =>
  new Promise((done) => {
    const options = { agent: false, signal: AbortSignal.timeout(ANSWER_MS) };
    const asked = typeof place === 'string' ? request(place, options) : request({ ...place, ...options });
    asked.on('error', (error) => done(error.message));
    asked.on('response', (answer) => {
      answer.resume();
      done(answer.statusCode === 200 ? null : `it answers ${answer.statusCode}`);
    });
    asked.end();
  });

/** @param {string} path a unix socket @returns {Promise<string | null>} */
const refusalOf = (path) =>
  new Promise((done) => {
    const socket = connect({ path, timeout: ANSWER_MS });
    socket.on('connect', () => done(null));
    socket.on('error', (error) => done(error.message));
    socket.on('timeout', () => done(`${path} takes no connection`));
    for (const event of ['connect', 'timeout']) socket.on(event, () => socket.destroy());
  });

/**
 * Waits until a started part is ready: null, or why it is not, after a minute or since it has ended.
 * @param {Part} part @param {() => boolean} runs
 */
export async function awaitHealth(part, runs) {
  for (const deadline = Date.now() + START_MS; ; await pause(100)) {
    const problem = await healthProblem(part);
    if (problem === null || Date.now() > deadline || !runs()) return problem;
  }
}
