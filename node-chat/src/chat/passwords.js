import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

// Half of the cores, so that hashing never takes the last one from the event loop.
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
// The event loop goes first, as before php-fpm's workers, which have 5 too. At 10 a hash had a tenth of a busy core:
// of 8 logins at once the last waited over 10 s.
const NICE = 5;
const IDLE_MS = 60_000;

/**
 * Hashes passwords in threads of their own: the embedded store's file writes share libuv's.
 * @param {number} cost of new hashes
 */
export function createPasswords(cost) {
  const pool = new Piscina({
    filename: new URL('./passwordWorker.js', import.meta.url).href,
    name: 'take',
    minThreads: 1,
    maxThreads: THREADS,
    niceIncrement: NICE,
    idleTimeout: IDLE_MS,
  });
  return {
    threads: THREADS,
    /** @param {string} password @returns {Promise<string>} */
    hash: (password) => pool.run({ password, cost }),
    /** @param {string} password @param {string} hash @returns {Promise<boolean>} whether it is that password */
    verify: (password, hash) => pool.run({ password, hash }),
    close: () => pool.destroy(),
  };
}

/** @typedef {ReturnType<typeof createPasswords>} Passwords */
