import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE_MS } from './received.js';

/** @import { Answer } from './client.js' */

/**
 * Expects that an answer is this error.
 * @param {Answer} answer @param {string} code @param {string} [field]
 */
export function expectError({ status, text, json }, code, field) {
  assert.equal(json?.error?.code, code, `${status} ${text.slice(0, 300)}`);
  assert.equal(json.error.field, field, `the field of ${code}`);
}

/** Expects that an acknowledgement is this error. @param {any} ack @param {string} code @param {string} [field] */
export function expectRefused(ack, code, field) {
  assert.equal(ack.ok, false, JSON.stringify(ack));
  assert.deepEqual([ack.error.code, ack.error.field], [code, field]);
}

/** Expects ids without holes. @param {{id: number}[]} messages @param {number} after the first id minus one */
export const expectDense = (messages, after) =>
  assert.deepEqual(
    messages.map(({ id }) => id),
    messages.map((_, i) => after + 1 + i),
  );

/** Tells whether an event's list has a user. @param {{users: {id: string}[]}} list @param {{id: string}} user */
export const includesUser = ({ users }, user) => users.some(({ id }) => id === user.id);

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
