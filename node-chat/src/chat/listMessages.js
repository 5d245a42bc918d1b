/**
 * @param {object} parts
 * @param {import('../store/createStore.js').Store} parts.store
 * @param {import('./limits/pageAllowances.js').PageAllowances | null} parts.allowances null: no rate limit
 */
export function createListMessages({ store, allowances }) {
  /**
   * One page of messages.
   * @param {string} userId who reads it
   * @param {{ after?: number, before?: number, changedAfter?: number, limit: number }} page
   * @throws {import('../ChatError.js').ChatError} too_many_pages, store_unavailable
   */
  return function listMessages(userId, page) {
    allowances?.take(userId);
    const { changedAfter, limit } = page;
    return changedAfter === undefined ? store.messages.page(page) : store.changes.after(changedAfter, limit);
  };
}
