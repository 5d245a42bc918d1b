/**
 * Holds every delivery at every receiver against what ids promise: dense and rising, so that a receiver who has joined at
 * lastId gets lastId + 1, + 2 ... each once.
 */
export class Ledger {
  constructor() {
    /** @type {Map<string, {next: number, missing: Set<number>}>} by receiver */
    this.receivers = new Map();
    /** @type {Map<number, {clientId: string, seen: number}>} what not all have seen yet */
    this.messages = new Map();
    this.duplicated = 0;
    this.outOfOrder = 0;
    this.changed = 0;
  }

  /** @param {string} receiver @param {number} lastId of its welcome */
  join(receiver, lastId) {
    this.receivers.set(receiver, { next: lastId + 1, missing: new Set() });
  }

  /** @param {string} receiver @param {{id: number, clientId: string}} message */
  deliver(receiver, { id, clientId }) {
    const at = this.receivers.get(receiver);
    if (!at) return;
    this.#compare(id, clientId, 1);
    if (id >= at.next) {
      for (let hole = at.next; hole < id; hole++) at.missing.add(hole);
      at.next = id + 1;
    } else if (at.missing.delete(id)) this.outOfOrder++;
    else this.duplicated++;
  }

  /** A message that the server says it has stored. @param {{id: number, clientId: string}} message */
  acknowledge({ id, clientId }) {
    // A message whose ack comes last has been seen by all, and is forgotten.
    if (id >= this.#lowestNext()) this.#compare(id, clientId, 0);
  }

  /** @param {number} id @param {string} clientId @param {number} seen */
  #compare(id, clientId, seen) {
    const known = this.messages.get(id) ?? { clientId, seen: 0 };
    if (known.clientId !== clientId) this.changed++;
    known.seen += seen;
    if (known.seen < this.receivers.size) this.messages.set(id, known);
    else this.messages.delete(id);
  }

  #lowestNext() {
    return Math.min(...[...this.receivers.values()].map(({ next }) => next));
  }

  /**
   * Deliveries up to that id that have not come: none once all is quiet.
   * @param {number} last
   */
  lostUpTo(last) {
    let lost = 0;
    for (const { next, missing } of this.receivers.values()) {
      lost += Math.max(0, last + 1 - next);
      for (const id of missing) if (id <= last) lost++;
    }
    return lost;
  }

  /** What is lost up to that id has been told: it is not told again. @param {number} last */
  forgive(last) {
    for (const at of this.receivers.values()) {
      at.next = Math.max(at.next, last + 1);
      for (const id of at.missing) if (id <= last) at.missing.delete(id);
    }
    for (const id of this.messages.keys()) if (id <= last) this.messages.delete(id);
    this.duplicated = this.outOfOrder = this.changed = 0;
  }
}
