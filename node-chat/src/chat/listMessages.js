import { contract } from '../contract.js';
import { Allowance } from './allowance.js';

const { pagesPerSecond: perSecond, pagesBurst: burst } = contract.limits;

/** How many pages of messages a user may read. @param {() => number} [now] ms, never set back */
export const createPageAllowance = (now) => new Allowance({ perSecond, burst, code: 'too_many_pages' }, now);

/**
 * @param {object} parts
 * @param {import('../store/createStore.js').Store} parts.store
 * @param {Allowance | null} parts.allowance null: no rate limit
 */
export function createListMessages({ store, allowance }) {
  /**
   * One page of messages.
   * @param {string} userId who reads it
   * @param {{ after?: number, before?: number, changedAfter?: number, limit: number }} page
   * @throws {import('../ChatError.js').ChatError} too_many_pages, store_unavailable
   */
  return function listMessages(userId, page) {
    allowance?.take(userId);
    const { changedAfter, limit } = page;
    return changedAfter === undefined ? store.messages.page(page) : store.changes.after(changedAfter, limit);
  };
}
