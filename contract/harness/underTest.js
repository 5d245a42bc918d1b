// All tests import this file: it has the server under test, reasons to skip a test, and common calls.
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient, loginOf } from './client.js';

/** @import { Person } from './client.js' */

export { freshId, freshLogin, loginOf, messagesAfter, PASSWORD } from './client.js';
export * from './expectations.js';
export { contract } from './schemas.js';

// A forced end loses output that is still in the pipe to the runner, with its failures (nodejs/node#64833).
/** @type {any} */ (process.stdout)._handle?.setBlocking?.(true);

export const server = await createClient(process.env.CHAT_URL ?? 'http://127.0.0.1:3000');
export const { url, config, call, person } = server;
/** @type {Record<string, number>} */
export const limits = config.limits;

/** Another process of the same chat: for the profile `peers`. */
export const peer = process.env.CHAT_PEER ? await createClient(process.env.CHAT_PEER) : server;

/** For `test(name, { skip: without('search') }, ...)`. @param {string} feature */
export const without = (feature) => !server.has(feature) && `this server does not claim ${feature}`;

/** For tests of the limits that answer 429. */
export const withoutLimits = !config.rateLimits && 'the rate limits of this server are off';

/** Without socketSend on this wire, another program holds the chat's sockets; it knows users and no sessions. */
export const foreignSockets =
  config.wire === 'pusher' && !server.has('socketSend') && 'any server of the Pusher protocol holds the sockets';

/**
 * Makes one POST /login, by default of a new user.
 * @param {Record<string, unknown>} [fields] of the body @param {string} [cookie]
 */
export const logIn = (fields, cookie) => call('POST', '/login', { cookie, json: loginOf(fields) });

/** Reads one message by its id. @param {Person} reader @param {number} id */
export const readMessage = async (reader, id) =>
  (await reader.get(`/messages?after=${id - 1}&limit=1`)).json.messages[0];

/** Runs the command of --restart or --kill, if there is one. @param {'CHAT_RESTART' | 'CHAT_KILL'} name */
export const runCommand = async (name) => void (await promisify(exec)(process.env[name] ?? 'false'));

/** How many random inputs fast-check tries; CHAT_SEED repeats a run. */
export const randomRuns = {
  numRuns: Number(process.env.CHAT_RUNS ?? 30),
  ...(process.env.CHAT_SEED && { seed: Number(process.env.CHAT_SEED) }),
};
