/**
 * A message of one's own that is not in the conversation yet.
 * @typedef {object} Outgoing
 * @property {string} clientId
 * @property {string} text
 * @property {string} at       ISO 8601, when it was typed
 * @property {'pending' | 'failed' | 'stored'} state  `stored`: acknowledged, its place in the conversation not yet known here
 * @property {number} [id]     its place in the conversation, once stored
 * @property {string} [reason] why it failed, for a person
 */

/**
 * Keeps what was sent until it stands in the conversation. It survives a reload of the page (sessionStorage: each tab has its own), and a
 * message keeps its clientId for good, so that sending it again cannot store it twice.
 */
export class Outbox {
  /** @type {Outgoing[]} */
  entries;
  #keep;

  /** @param {{ read: () => any, write: (value: any) => void }} keep where entries survive */
  constructor(keep) {
    this.#keep = keep;
    const kept = keep.read();
    this.entries = Array.isArray(kept) ? kept.filter((entry) => typeof entry?.clientId === 'string') : [];
    // Whether an acknowledged one is in the conversation by now, only the server knows: sending it again gives its place.
    for (const entry of this.entries)
      if (entry.state === 'stored') Object.assign(entry, { state: 'pending', id: undefined });
  }

  /** @param {string} text @param {Date} now @returns {Outgoing} */
  add(text, now) {
    /** @type {Outgoing} */
    const entry = { clientId: newClientId(), text, at: now.toISOString(), state: 'pending' };
    this.entries.push(entry);
    this.#save();
    return entry;
  }

  /** @param {string} clientId */
  find(clientId) {
    return this.entries.find((entry) => entry.clientId === clientId);
  }

  /** @param {string} clientId it is on its way (again) */
  pending(clientId) {
    this.#change(clientId, { state: 'pending', reason: undefined });
  }

  /** @param {string} clientId @param {string} reason */
  failed(clientId, reason) {
    this.#change(clientId, { state: 'failed', reason });
  }

  /** @param {string} clientId @param {number} id its place in the conversation */
  stored(clientId, id) {
    this.#change(clientId, { state: 'stored', id, reason: undefined });
  }

  /** @param {number} lastId the conversation is here up to this id: what is stored below it needs no place of its own */
  settle(lastId) {
    this.#replace(this.entries.filter((entry) => entry.id === undefined || entry.id > lastId));
  }

  /** @param {string} clientId given up by its author */
  remove(clientId) {
    this.#replace(this.entries.filter((entry) => entry.clientId !== clientId));
  }

  /** Those to be sent as soon as there is a connection. */
  get unsent() {
    return this.entries.filter((entry) => entry.state === 'pending');
  }

  /** @param {string} clientId @param {Partial<Outgoing>} change */
  #change(clientId, change) {
    const entry = this.find(clientId);
    if (!entry) return;
    Object.assign(entry, change);
    this.#save();
  }

  /** @param {Outgoing[]} entries */
  #replace(entries) {
    if (entries.length === this.entries.length) return;
    this.entries = entries;
    this.#save();
  }

  #save() {
    this.#keep.write(this.entries.length ? this.entries : null);
  }
}

/** 22 characters of [A-Za-z0-9_-], 128 random bits. crypto.randomUUID is missing on plain http pages of other hosts. */
function newClientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
