import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { ChatError } from '../../ChatError.js';
import { NotWritten } from '../../NotWritten.js';
import { DuplicateKey } from '../backendErrors.js';
import { attempt, PROMPT_MS } from './attempt.js';

const RENEW_MS = 1000;
// Longer than a renewal that waits for a slow database; so long a start waits for a holder on another machine that
// died.
const LEASE_MS = 6000;
const LOOK_MS = 250;

/**
 * Makes this process the only one that gives ids in a database. Each holder has a term, a document of its own whose
 * key is one above the last: of two that want it one inserts, and no server of this protocol gives a key twice. The
 * holder renews it; a newer term is the fence, by which an older holder that was away finds out. Nobody's clock is
 * compared with another's: who waits watches whether the holder's document changes.
 * @param {import('./models.js').Models['Lease']} Lease
 * @param {() => void} lost told when another process has the lease
 * @returns {Promise<import('../backend.js').Lease & { term: number, before: number }>} before: the term of the last
 *   holder
 * @throws {Error} where another process that lives holds it
 */
export async function takeLease(Lease, lost) {
  const { term, before } = await take(Lease);
  let renewed = performance.now();
  let beat = 0;
  /** @type {{ cause: unknown } | null} why the newest renewal failed */
  let failure = null;
  let ended = false;
  let renewing = false;
  const timer = setInterval(renew, RENEW_MS).unref();

  async function renew() {
    if (renewing) return;
    renewing = true;
    const began = performance.now();
    try {
      await attempt(PROMPT_MS, (until) => Lease.collection.updateOne(key(term), { $set: { beat: ++beat } }, until));
      failure = null;
      const newest = await findNewest(Lease);
      if (ended) return;
      if (newest?._id === term) return void (renewed = began);
      end();
      lost();
    } catch (cause) {
      // The database is away, or takes nothing: a lease that is not renewed runs out.
      failure = { cause };
    } finally {
      renewing = false;
    }
  }

  function end() {
    ended = true;
    clearInterval(timer);
  }

  return {
    term,
    before,
    check() {
      if (ended || performance.now() - renewed > LEASE_MS) throw new ChatError('store_unavailable');
    },
    checkWriting() {
      if (failure) throw new NotWritten('the lease was not renewed', failure);
    },
    async release() {
      if (ended) return;
      end();
      // Should the database be away, the next holder waits, or sees that this process is gone.
      await attempt(PROMPT_MS, (until) =>
        Lease.collection.updateOne(key(term), { $set: { released: true } }, until),
      ).catch(() => {});
    },
  };
}

/** @param {import('./models.js').Models['Lease']} Lease @returns {Promise<{ term: number, before: number }>} */
async function take(Lease) {
  for (;;) {
    const last = await findNewest(Lease);
    if (last && !last.released && !isGone(last)) await outlive(Lease, last);
    const before = last?._id ?? 0;
    const term = before + 1;
    try {
      await attempt(PROMPT_MS, (until) =>
        Lease.collection.insertOne(/** @type {any} */ ({ _id: term, beat: 0, ...self() }), until),
      );
    } catch (error) {
      if (error instanceof DuplicateKey) continue; // somebody else was quicker
      throw error;
    }
    // Between looking and inserting others may have come and gone, and this key with them.
    if ((await findNewest(Lease))?._id !== term) continue;
    await attempt(PROMPT_MS, (until) => Lease.deleteMany({ _id: { $lt: term } }, until));
    return { term, before };
  }
}

/**
 * Waits until a holder has been still for the time of a lease.
 * @param {import('./models.js').Models['Lease']} Lease
 * @param {Held} last
 * @throws {Error} where it is not still
 */
async function outlive(Lease, last) {
  for (const end = performance.now() + LEASE_MS; performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = await findNewest(Lease);
    if (!now || now.released) return;
    if (now._id !== last._id || now.beat !== last.beat)
      throw new Error(
        `another process stores into this database (pid ${now.pid} on ${now.host}): one process stores. ` +
          'Stop it, or set MONGODB_URI to another database.',
      );
  }
}

/**
 * @typedef {{ _id: number, beat: number, released?: boolean, host: string, machine: string, pid: number, started:
 *   string }} Held
 */

/** @param {import('./models.js').Models['Lease']} Lease @returns {Promise<Held | undefined>} */
async function findNewest(Lease) {
  const all = /** @type {any[]} */ (await attempt(PROMPT_MS, (until) => Lease.find({}, null, until).lean()));
  return all.sort((a, b) => a._id - b._id).at(-1);
}

/** @param {number} term */
const key = (term) => /** @type {any} */ ({ _id: term });

/** What tells this process from every other, also from a later one with its number. */
const self = () => ({ host: hostname(), machine: machine(), pid: process.pid, started: startOf(process.pid) });

/** Whether the holder ran where we run, and does no more. @param {Held} held */
const isGone = (held) => held.machine !== '' && held.machine === machine() && !lives(held);

/** @param {Held} held */
function lives({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false;
  }
  // Nothing where the system hides other users' processes: then it may be the holder.
  return ['', started].includes(startOf(pid));
}

/** This boot of this machine, and the processes that are visible in it; '' where the system does not tell. */
function machine() {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/**
 * When a process began, in ticks since the boot (field 22 of proc(5)'s stat); '' where there is none.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '';
  }
}
