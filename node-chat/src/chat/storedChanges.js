import { Broadcast } from './broadcast.js';

/** @import { ChangeStore, Message } from './stores.js' */

/**
 * Broadcasts the edits and deletions that this process or another has stored, in the order of their revisions.
 * @param {object} options
 * @param {Pick<ChangeStore, 'rev' | 'receive'>} options.changes
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
  return {
    /** This process has stored these, or read them from the store. */
    onStored: broadcast.add,
    /** Another process has stored these. @param {{ after: number, messages: Message[] }} changed */
    receive: (changed) => broadcast.add(changes.receive(changed)),
    close: () => broadcast.flush(),
  };
}
