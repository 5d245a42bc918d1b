// All tests import this file, which has the server under test, reasons to skip a test, and common calls.
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient, loginOf } from './client.js';

/** @import { Person } from './client.js' */

export { freshId, freshLogin, loginOf, messagesAfter, PASSWORD } from './client.js';
export * from './expectations.js';
export { contract } from './schemas.js';

// A forced end loses output, with its failures, that is still in the pipe to the runner (nodejs/node#64833).
/** @type {any} */ (process.stdout)._handle?.setBlocking?.(true);

export const server = await createClient(process.env.CHAT_URL ?? 'http://127.0.0.1:3000');
export const { url, config, call, person } = server;
/** @type {Record<string, number>} */
export const limits = config.limits;

/** Another process of the same chat, for the profile `peers`. */
export const peer = process.env.CHAT_PEER ? await createClient(process.env.CHAT_PEER) : server;

/** Gives a reason to skip: `test(name, { skip: without('search') }, ...)`. @param {string} feature */
export const without = (feature) => !server.has(feature) && `this server does not claim ${feature}`;

/** The reason to skip tests of the limits that answer 429. */
export const withoutLimits = !config.rateLimits && 'the rate limits of this server are off';

/** Without socketSend another program holds the chat's sockets. It knows users, but no sessions. */
export const foreignSockets =
  config.wire === 'pusher' && !server.has('socketSend') && 'any server of the Pusher protocol holds the sockets';

/**
 * Makes one POST /login, by default of a new user.
 * @param {Record<string, unknown>} [fields] the body's @param {string} [cookie]
 */
export const logIn = (fields, cookie) => call('POST', '/login', { cookie, json: loginOf(fields) });

/** Reads one message by its id. @param {Person} reader @param {number} id */
export const readMessage = async (reader, id) =>
  (await reader.get(`/messages?after=${id - 1}&limit=1`)).json.messages[0];

/** Runs the command of --restart or --kill, if there is one. @param {'CHAT_RESTART' | 'CHAT_KILL'} name */
export const runCommand = async (name) => void (await promisify(exec)(process.env[name] ?? 'false'));

/** fast-check tries this many random inputs; CHAT_SEED repeats a run. */
export const randomRuns = {
  numRuns: Number(process.env.CHAT_RUNS ?? 30),
  ...(process.env.CHAT_SEED && { seed: Number(process.env.CHAT_SEED) }),
};
