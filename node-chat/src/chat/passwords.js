import * as bcrypt from '@node-rs/bcrypt';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';

const { loginsWaitingMax } = contract.limits;
// Hashing uses at most half of the cores, so that it never takes the last core from the event loop, and at most three,
// because files need one of libuv's four threads.
const HASHES_AT_ONCE = Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2)));
// The queue, 32 hashes of 55 ms, is empty after this time.
const RETRY_SECONDS = 2;

/** Hashes passwords, a few at a time. @param {number} cost of new hashes */
export function createPasswords(cost) {
  const turns = pLimit(HASHES_AT_ONCE);

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} @throws {ChatError} too_many_logins */
  async function inTurn(work) {
    if (turns.pendingCount >= loginsWaitingMax) throw new ChatError('too_many_logins', { retryAfter: RETRY_SECONDS });
    return turns(work);
  }

  return {
    /** @param {string} password @returns {Promise<string>} @throws {ChatError} too_many_logins */
    hash: (password) => inTurn(() => bcrypt.hash(password, { cost })),
    /**
     * @param {string} password @param {string} hash
     * @returns {Promise<boolean>} whether the password matches
     * @throws {ChatError} too_many_logins
     */
    verify: (password, hash) => inTurn(() => bcrypt.verify(password, hash)),
  };
}

/** @typedef {ReturnType<typeof createPasswords>} Passwords */
