import { StoreQueue } from './storeQueue.js';

/** @import { Change, ChangeStore, Message } from './stores.js' */

// A batch takes few changes: each is a separate update, which costs more than a message in an insert of many.
const CHANGES_MAX = 50;

/**
 * The queue of edits and deletions before the store.
 * @param {object} options
 * @param {Pick<ChangeStore, 'apply' | 'readNew'>} options.changes
 * @param {(stored: Message[]) => void} options.onStored see StoreQueue
 */
export const createChangeQueue = ({ changes, onStored }) =>
  new StoreQueue({
    insert: (/** @type {Change[]} */ batch) => changes.apply(batch),
    readNew: changes.readNew,
    onStored,
    insertMaxMessages: CHANGES_MAX,
  });

/** @typedef {ReturnType<typeof createChangeQueue>} ChangeQueue */
