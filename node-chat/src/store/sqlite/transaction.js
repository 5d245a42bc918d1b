import { ChatError } from '../../ChatError.js';

/** @import { DatabaseSync } from 'node:sqlite' */

/**
 * Runs statements that are stored together or not at all.
 * @template T
 * @param {DatabaseSync} db
 * @param {() => T} run
 * @returns {T}
 * @throws {ChatError} store_unavailable: no statement has an effect
 */
export function transaction(db, run) {
  return query(() => {
    db.exec('begin immediate');
    try {
      const result = run();
      db.exec('commit');
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
  });
}

/** @template T @param {() => T} run @returns {T} @throws {ChatError} store_unavailable */
export function query(run) {
  try {
    return run();
  } catch (cause) {
    throw new ChatError('store_unavailable', { cause });
  }
}
