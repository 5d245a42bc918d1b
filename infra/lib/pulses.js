import { get } from 'node:http';
import { connect } from 'node:net';
import { target } from './ask.js';

/** @typedef {import('./parts/index.js').Pulse} Pulse */

/**
 * Whether a GET on a connection of its own gets any answer.
 * @param {string} url as target() takes it
 * @returns {Pulse}
 */
export const answersHttp = (url) => (patienceMs) =>
  new Promise((done) => {
    const request = get({ ...target(url), agent: false }, (response) => {
      response.resume().on('end', () => done(true));
    });
    settle(request, patienceMs, done);
  });

// FastCGI 1.0: version, type, request id, length of the content, of its padding, reserved. A responder that keeps nothing.
const begin = Buffer.from([1, 1, 0, 1, 0, 8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
const record = (/** @type {number} */ type, /** @type {Buffer} */ content) =>
  Buffer.concat([Buffer.from([1, type, 0, 1, content.length >> 8, content.length & 255, 0, 0]), content]);
const parameters = Object.entries({ REQUEST_METHOD: 'GET', SCRIPT_NAME: '/ping', SCRIPT_FILENAME: '/ping' });
const ping = Buffer.concat([
  begin,
  record(4, Buffer.from(parameters.map(([k, v]) => String.fromCharCode(k.length, v.length) + k + v).join(''))),
  record(4, Buffer.alloc(0)),
  record(5, Buffer.alloc(0)),
]);

/**
 * A worker of a php-fpm pool whose ping.path is /ping answers on the pool's socket.
 * @param {string} path
 * @returns {Pulse}
 */
export const answersFastCgi = (path) => (patienceMs) =>
  new Promise((done) => {
    const socket = connect(path, () => socket.write(ping));
    socket.once('data', () => {
      done(true);
      socket.destroy();
    });
    settle(socket, patienceMs, done);
  });

/**
 * All of them, at once.
 * @param {Pulse[]} pulses
 * @returns {Pulse}
 */
export const allAnswer = (pulses) => async (patienceMs) =>
  (await Promise.all(pulses.map((pulse) => pulse(patienceMs)))).every(Boolean);

/**
 * Silence is false. Nobody there is true.
 * @param {import('node:net').Socket | import('node:http').ClientRequest} call
 * @param {number} patienceMs
 * @param {(answered: boolean) => void} done
 */
function settle(call, patienceMs, done) {
  // Not the socket's own timeout: it would begin anew with each byte.
  const timer = setTimeout(() => call.destroy(), patienceMs);
  call.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
    done(code === 'ECONNREFUSED' || code === 'ENOENT'),
  );
  call.on('close', () => {
    clearTimeout(timer);
    done(false);
  });
}
