import { Broadcast } from './broadcast.js';
import { StoreQueue } from './storeQueue.js';

/** @import { Change, ChangeStore, Message } from './stores.js' */

// A batch takes few changes: each is a separate update, which costs more than a message in an insert of many.
const CHANGES_MAX = 50;

/**
 * Stores edits and deletions, and broadcasts all that are stored, by this process or another, in the order of their
 * revisions.
 * @param {object} options
 * @param {Pick<ChangeStore, 'rev' | 'apply' | 'readNew' | 'receive'>} options.changes
 * @param {(messages: Message[]) => void} options.broadcastNow broadcasts messages that were not broadcast yet: clients
 *   ignore a change of a message that they do not have
 * @param {(event: { after: number, messages: Message[] }) => void} options.emit after: earlier events cover all changes
 *   up to this revision
 */
export function createStoredChanges({ changes, broadcastNow, emit }) {
  let lastRev = changes.rev;
  const broadcast = new Broadcast({
    deliver(/** @type {Message[]} */ messages) {
      const after = lastRev;
      lastRev = /** @type {number} */ (messages[messages.length - 1].rev);
      broadcastNow(messages);
      emit({ after, messages });
    },
  });
  const queue = new StoreQueue({
    insert: (/** @type {Change[]} */ wanted) => changes.apply(wanted),
    readNew: changes.readNew,
    onStored: broadcast.add,
    insertMaxMessages: CHANGES_MAX,
  });

  return {
    /** See StoreQueue.push. @param {Change} change */
    store: (change) => queue.push(change),
    /** Broadcasts changes of another process. @param {{ after: number, messages: Message[] }} changed */
    receive: (changed) => broadcast.add(changes.receive(changed)),
    catchUp: () => queue.catchUp(),
    /** @returns {Promise<void>} resolves when all changes are stored and broadcast */
    async close() {
      await queue.close();
      broadcast.flush();
    },
  };
}

/** @typedef {ReturnType<typeof createStoredChanges>} StoredChanges */
