import assert from 'node:assert/strict';
import { contract, errors } from './contract.js';

/**
 * The answer is the error the contract names: status, content type, code, message, field, and nothing beside them.
 * @param {import('./request.js').Answer} answer @param {string} code @param {string} [field]
 */
export function expectError(answer, code, field) {
  const seen = `${answer.status} ${answer.text.slice(0, 300)}`;
  assert.equal(answer.status, errors[code].status, `the status of ${code}: ${seen}`);
  assert.match(String(answer.headers['content-type']), /^application\/json\b/, `the content type of ${code}: ${seen}`);
  assert.deepEqual(Object.keys(answer.json ?? {}), ['error'], `the body of ${code}: ${seen}`);
  expectErrorBody(answer.json.error, code, field);
}

/** @param {any} error @param {string} code @param {string} [field] */
export function expectErrorBody(error, code, field) {
  const expected = { code, message: errors[code].message, ...(field === undefined ? {} : { field }) };
  assert.deepEqual(error, expected);
}

/** @param {import('./request.js').Answer} answer @param {number} status */
export function expectStatus(answer, status) {
  assert.equal(answer.status, status, `answered ${answer.status} ${answer.text.slice(0, 300)}`);
}

/** A whole number of seconds, at least one. @param {import('./request.js').Answer} answer */
export function expectRetryAfter(answer) {
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/, 'Retry-After');
}

/** @param {any} message @param {{id: string, name: string}} user @param {string} text @param {string} clientId */
export function expectMessage(message, user, text, clientId) {
  assert.deepEqual(Object.keys(message).sort(), ['at', 'clientId', 'id', 'text', 'user']);
  assert.ok(Number.isSafeInteger(message.id) && message.id >= 1, `the id ${message.id}`);
  assert.deepEqual(message.user, user);
  assert.equal(message.text, text);
  assert.equal(message.clientId, clientId);
  assert.match(message.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
}

/** Ids follow each other without a hole. @param {{id: number}[]} messages @param {number} [first] */
export function expectDense(messages, first = messages[0]?.id) {
  assert.deepEqual(
    messages.map(({ id }) => id),
    messages.map((_, index) => first + index),
    'ids without holes',
  );
}

/** The page's own origin, as a browser on 127.0.0.1 sends it. @param {URL} url @param {string} [host] */
export const originOf = (url, host = url.hostname) => `${url.protocol}//${host}:${url.port || 80}`;

/** A text of so many code points, each of 4 bytes. @param {number} characters */
export const emoji = (characters) => '\u{1F600}'.repeat(characters);

/** The characters that trimming takes off, from the ranges of contract.json. */
export const trimmedCharacters = (() => {
  const pattern = new RegExp(`^[${contract.trimmed}]$`, 'u');
  return Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((c) => pattern.test(c));
})();

/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks until the answer holds; the last failure is the one reported.
 * @template T @param {() => Promise<T>} ask @param {number} [ms]
 * @returns {Promise<T>}
 */
export async function eventually(ask, ms = 5000) {
  const end = Date.now() + ms;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(50);
    }
  }
}
