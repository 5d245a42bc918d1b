import { hashSync } from '@node-rs/bcrypt';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { ChatError } from '../src/ChatError.js';
import { contract } from '../src/contract.js';
import { askMongo, askSqlite } from './queries.js';

/** @import { LabSettings } from '../src/config.js' */

const { msMax, hashCostMin, hashCostMax } = contract.lab;
// The slowest answer takes msMax.
const CALL_MS = msMax + 5000;

/** @typedef {Record<string, unknown>} Fields a body that is an object */
/** @typedef {Record<string, any>} Task a checked call; a thread gets a copy */
/** @typedef {Record<string, unknown>} Result members of the answer */

/**
 * @typedef {object} Call
 * @property {(fields: Fields, settings: LabSettings) => Task} read throws ChatError
 *   lab_invalid, lab_unavailable
 * @property {(task: Task) => Result} [block] occupies its thread
 * @property {(task: Task) => Promise<Result>} [wait] leaves its thread free; used instead of `block` unless the task
 *   says `blocking`
 * @property {boolean} [isRemote] it needs another process, which may be away
 */

/** The kinds of lab calls by their names in the address. @type {Record<string, Call>} */
export const calls = {
  cpu: {
    read: (fields) => ({ ms: readMs(fields) }),
    block({ ms }) {
      const end = performance.now() + ms;
      while (performance.now() < end);
      return {};
    },
  },
  hash: {
    read: (fields) => ({ cost: wholeNumber(fields, 'cost', hashCostMin, hashCostMax) }),
    block({ cost }) {
      hashSync('a password', { cost });
      return { cost };
    },
  },
  wait: {
    read: (fields) => ({ ms: readMs(fields), blocking: flag(fields, 'blocking') }),
    block({ ms }) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      return {};
    },
    wait: ({ ms }) => sleep(ms, {}),
  },
  // A slow query by the chat's driver: SQLite's always blocks, MongoDB's never.
  query: {
    read(fields, { mongodbUri }) {
      const [ms, blocking] = [readMs(fields), flag(fields, 'blocking')];
      if (mongodbUri === null) return { ms, blocking: true };
      if (blocking) throw new ChatError('lab_unavailable');
      return { ms, mongodbUri };
    },
    block: askSqlite,
    wait: askMongo,
    isRemote: true,
  },
  // Asks a slow server. Node.js has no blocking HTTP call.
  call: {
    read(fields, { callUrl }) {
      const [ms, blocking] = [readMs(fields), flag(fields, 'blocking')];
      if (callUrl === null) throw new ChatError('lab_unavailable');
      const url = new URL(callUrl);
      url.searchParams.set('ms', `${ms}`);
      return { url: url.href, blocking };
    },
    block({ url }) {
      const options = ['--silent', '--max-time', `${CALL_MS / 1000}`, '--output', '/dev/null'];
      return { status: Number(execFileSync('curl', [...options, '--write-out', '%{http_code}', url])) };
    },
    async wait({ url }) {
      const response = await fetch(url, { signal: AbortSignal.timeout(CALL_MS) });
      await response.text();
      return { status: response.status };
    },
    isRemote: true,
  },
  upload: {
    read: ({ body }) => ({ bytes: /** @type {Buffer} */ (body).length }),
    block: ({ bytes }) => ({ bytes }),
  },
};

/**
 * @param {string} what @param {Task} task
 * @returns {Promise<{ ms: number, pid: number, thread: number } & Result>} ms: without the time in the queue; thread 0
 *   is the event loop
 */
export async function perform(what, task) {
  const { block, wait } = calls[what];
  const start = performance.now();
  const result = wait && !task.blocking ? await wait(task) : block?.(task);
  return { ms: Math.round(performance.now() - start), pid: process.pid, thread: threadId, ...result };
}

/** @param {Fields} fields */
const readMs = (fields) => wholeNumber(fields, 'ms', 1, msMax);

/**
 * @param {Fields} fields @param {string} name @param {number} min @param {number} max
 * @returns {number}
 * @throws {ChatError} lab_invalid
 */
function wholeNumber(fields, name, min, max) {
  const value = fields[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ChatError('lab_invalid', { field: name });
}

/** @param {Fields} fields @param {string} name @returns {boolean} false if it is missing */
function flag(fields, name) {
  const { [name]: value = false } = fields;
  if (typeof value === 'boolean') return value;
  throw new ChatError('lab_invalid', { field: name });
}
