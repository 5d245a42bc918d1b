/** @import { ChangeStore, MessageStore, Page } from './stores.js' */
/** @import { Allowance } from './limits.js' */

/**
 * @param {object} options
 * @param {Pick<MessageStore, 'after' | 'before'>} options.messages
 * @param {Pick<ChangeStore, 'changedAfter'>} options.changes
 * @param {Allowance} options.allowance
 */
export function createListMessages({ messages, changes, allowance }) {
  /**
   * The oldest messages after an id, the newest before an id, the changes after a revision, or the newest messages.
   * @param {string} userId the reader
   * @param {{ after?: number, before?: number, changedAfter?: number, limit: number }} page
   * @returns {Promise<Page>}
   * @throws {ChatError} too_many_pages, store_unavailable
   */
  return async function listMessages(userId, { after, before, changedAfter, limit }) {
    await allowance.take(userId);
    if (after !== undefined) return messages.after(after, limit);
    if (changedAfter !== undefined) return changes.changedAfter(changedAfter, limit);
    return messages.before(before, limit);
  };
}
