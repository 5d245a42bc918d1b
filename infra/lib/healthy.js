import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ask } from './ask.js';
import { loopback } from './instance.js';
import { lastLines } from './last-lines.js';
import { states, supervisorPid } from './supervisor.js';

/**
 * Why a part is not ready, or null when it is.
 * @param {import('./parts/index.js').Part} part
 * @returns {Promise<string | null>}
 */
export async function ailment(part) {
  if (!part.health) return takesConnections(part);
  try {
    const { status, text } = await ask(part.health, 5000);
    return status === 200 ? null : `${part.health} answers ${status}: ${text.slice(0, 200)}`;
  } catch (error) {
    return `${part.health}: ${/** @type {Error} */ (error).message}`;
  }
}

/** @param {import('./parts/index.js').Part} part */
async function takesConnections({ port, sockets = [] }) {
  const places = [...sockets.map((path) => ({ path })), ...(port === undefined ? [] : [{ host: loopback, port }])];
  return (await Promise.all(places.map(takesConnection))).find((why) => why !== null) ?? null;
}

/**
 * @param {{path: string} | {host: string, port: number}} place
 * @returns {Promise<string | null>}
 */
function takesConnection(place) {
  return new Promise((done) => {
    const socket = connect({ ...place, timeout: 5000 });
    const end = (/** @type {string | null} */ why) => {
      socket.destroy();
      done(why);
    };
    socket.on('connect', () => end(null));
    socket.on('error', (error) => end(error.message));
    socket.on('timeout', () => end(`${Object.values(place).join(':')} takes no connection`));
  });
}

/**
 * Waits until a started part answers: null, or why it does not after a minute (or since the whole was ended), with the
 * end of its log.
 * @param {import('./instance.js').Instance} it
 * @param {import('./parts/index.js').Part} part
 * @param {() => void} [tick] called once a second
 */
export async function awaitHealthy(it, part, tick) {
  /** @type {string | null} */
  let why = null;
  const deadline = Date.now() + 60_000;
  for (let tries = 1; Date.now() < deadline && supervisorPid(it) !== null; tries++) {
    why = await ailment(part);
    if (why === null) {
      const { state = 'STOPPED', pid = null } = (await states(it))[part.name] ?? {};
      if (state === 'RUNNING' && pid !== null) return null;
      why = `it is ${state.toLowerCase()}`;
    }
    // It died too often.
    if (tries % 5 === 0 && (await states(it))[part.name]?.state === 'STOPPED') break;
    if (tries % 5 === 0) tick?.();
    await new Promise((next) => setTimeout(next, 200));
  }
  const log = join(it.dir, `log/${part.name}.log`);
  const tail = existsSync(log) ? lastLines(readFileSync(log, 'utf8'), 20) : '';
  return `${why}\nThe end of ${log}:\n${tail}`;
}
