// All tests import this file: it has the server under test, reasons to skip, common calls, and expectations.
import assert from 'node:assert/strict';
import { exec } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient, loginOf } from './client.js';
import { PATIENCE_MS } from './received.js';

export { freshId, freshLogin, loginOf, messagesAfter, PASSWORD } from './client.js';
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

/** Reads one message by its id. @param {import('./client.js').Person} reader @param {number} id */
export const readMessage = async (reader, id) =>
  (await reader.get(`/messages?after=${id - 1}&limit=1`)).json.messages[0];

/** Runs the command of --restart or --kill, if there is one. @param {'CHAT_RESTART' | 'CHAT_KILL'} name */
export const runCommand = async (name) => void (await promisify(exec)(process.env[name] ?? 'false'));

/** How many random inputs fast-check tries; CHAT_SEED repeats a run. */
export const randomRuns = {
  numRuns: Number(process.env.CHAT_RUNS ?? 30),
  ...(process.env.CHAT_SEED && { seed: Number(process.env.CHAT_SEED) }),
};

/**
 * Expects that the answer is that error.
 * @param {import('./client.js').Answer} answer @param {string} code @param {string} [field]
 */
export function expectError({ status, text, json }, code, field) {
  assert.equal(json?.error?.code, code, `${status} ${text.slice(0, 300)}`);
  assert.equal(json.error.field, field, `the field of ${code}`);
}

/** Expects that the acknowledgement is that error. @param {any} ack @param {string} code @param {string} [field] */
export function expectRefused(ack, code, field) {
  assert.equal(ack.ok, false, JSON.stringify(ack));
  assert.deepEqual([ack.error.code, ack.error.field], [code, field]);
}

/** Expects that ids have no gaps. @param {{id: number}[]} messages @param {number} after one below the first id */
export const expectDense = (messages, after) =>
  assert.deepEqual(
    messages.map(({ id }) => id),
    messages.map((_, i) => after + 1 + i),
  );

/** Whether a list of an event has that user. @param {{users: {id: string}[]}} list @param {{id: string}} user */
export const includesUser = ({ users }, user) => users.some(({ id }) => id === user.id);

/**
 * How many presence events name a user.
 * @param {import('./received.js').Received} received @param {'joined' | 'left'} side @param {{id: string}} user
 */
export const presenceCount = (received, side, user) =>
  received.all('presence').filter((event) => includesUser(event[side], user)).length;

/**
 * Repeats the assertions of `ask` until they hold; reports the last failure.
 * @template T @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
export async function eventually(ask) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(50);
    }
  }
}

/**
 * Asks again while the database is too slow for an answer, as a client does.
 * @template {{ok?: boolean, error?: any, status?: number, json?: any}} T @param {() => Promise<T>} ask
 * @returns {Promise<T>} any other answer
 */
export const untilStored = (ask) =>
  eventually(async () => {
    const answer = await ask();
    assert.notEqual((answer.error ?? answer.json?.error)?.code, 'store_unavailable');
    return answer;
  });
