/**
 * A message of one's own that is not in the conversation yet.
 * - `unknown`: no answer yet; nobody here knows whether the server has it
 * - `refused`: the server answered that it does not take it
 * - `sent`: stored; its place in the conversation is not yet read here
 * - `discarded`: its author took it back while it was unknown; where the server has it after all, it is deleted
 *
 * @typedef {object} Outgoing
 * @property {string} clientId
 * @property {string} text     '' once it is discarded
 * @property {string} at       ISO 8601, when it was typed, or discarded
 * @property {number} after    the newest id known when it was typed: its own is higher
 * @property {'unknown' | 'refused' | 'sent' | 'discarded'} state
 * @property {boolean} [overdue] an attempt to send it ended without an answer
 * @property {number} [id]     its place in the conversation, once known
 * @property {string} [reason] why it was refused, for a person
 */

/** So many messages may wait for an answer or for their author: at 2000 characters far below what a browser keeps. */
export const OUTGOING_MAX = 100;
/** So many discarded messages are remembered, the newest ones. */
const DISCARDED_MAX = 100;
/** They are remembered for a day: by then the server that had them went on, or was started again. */
const DISCARDED_MS = 24 * 3_600_000;

/**
 * Keeps what was sent until it stands in the conversation, and what was discarded until it is gone for certain.
 * It survives a reload of the page (sessionStorage: each tab has its own). A message keeps its clientId for good, so
 * that sending it again cannot store it twice.
 */
export class Outbox {
  /** @type {Outgoing[]} */
  entries;
  #keep;

  /** @param {{ read: () => any, write: (value: any) => void }} keep where entries survive @param {Date} [now] */
  constructor(keep, now = new Date()) {
    this.#keep = keep;
    const kept = keep.read();
    const entries = Array.isArray(kept)
      ? kept.filter((entry) => typeof entry?.clientId === 'string' && typeof entry.text === 'string')
      : [];
    // Only the server knows the place of one that it acknowledged: sending it again gives it.
    for (const entry of entries)
      if (!['refused', 'discarded'].includes(entry.state)) Object.assign(entry, { state: 'unknown', id: undefined });
    this.entries = withoutOldDiscarded(entries, now);
  }

  /** Those that their author sees. */
  get shown() {
    return this.entries.filter(({ state }) => state !== 'discarded');
  }

  get isFull() {
    return this.shown.length >= OUTGOING_MAX;
  }

  /** Those to be sent as soon as there is a connection, oldest first. */
  get unsent() {
    return this.entries.filter(({ state }) => state === 'unknown');
  }

  /** Those discarded that the server has: to be deleted there. */
  get unwanted() {
    return this.entries.filter(({ state, id }) => state === 'discarded' && id !== undefined);
  }

  /** @returns {number | undefined} a discarded message that may turn up has a higher id; undefined: none may turn up */
  get discardedAfter() {
    const sought = this.entries.filter(({ state, id }) => state === 'discarded' && id === undefined);
    return sought.length ? Math.min(...sought.map(({ after }) => after ?? 0)) : undefined;
  }

  /** @param {string} text @param {Date} now @param {number} after the newest id known @returns {Outgoing} */
  add(text, now, after) {
    /** @type {Outgoing} */
    const entry = { clientId: newClientId(), text, at: now.toISOString(), after, state: 'unknown' };
    this.entries.push(entry);
    this.#save();
    return entry;
  }

  /** @param {string} clientId */
  find(clientId) {
    return this.entries.find((entry) => entry.clientId === clientId);
  }

  /** @param {string} clientId of a refused message that is to be sent again */
  retry(clientId) {
    this.#change(clientId, { state: 'unknown', reason: undefined, overdue: undefined });
  }

  /** @param {string} clientId of a message that had no answer in time */
  overdue(clientId) {
    if (this.find(clientId)?.state === 'unknown') this.#change(clientId, { overdue: true });
  }

  /** @param {string} clientId @param {string} reason */
  refused(clientId, reason) {
    if (this.find(clientId)?.state === 'discarded') this.forget(clientId);
    else this.#change(clientId, { state: 'refused', reason });
  }

  /** @param {string} clientId @param {{ id: number, deleted?: boolean }} message as the server has it */
  stored(clientId, { id, deleted }) {
    if (this.find(clientId)?.state !== 'discarded')
      this.#change(clientId, { state: 'sent', id, reason: undefined, overdue: undefined });
    else if (deleted) this.forget(clientId);
    else this.#change(clientId, { id });
  }

  /** @param {number} lastId the conversation is here up to this id: what was sent below it stands there */
  settle(lastId) {
    this.#replace(this.entries.filter(({ state, id }) => state !== 'sent' || Number(id) > lastId));
  }

  /** Its author takes a message back. @param {string} clientId @param {Date} now */
  discard(clientId, now) {
    if (this.find(clientId)?.state === 'refused') return this.forget(clientId);
    this.#change(clientId, { state: 'discarded', text: '', at: now.toISOString() });
    this.#replace(withoutOldDiscarded(this.entries, now));
  }

  /** @param {string} clientId */
  forget(clientId) {
    this.#replace(this.entries.filter((entry) => entry.clientId !== clientId));
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

/** @param {Outgoing[]} entries @param {Date} now */
function withoutOldDiscarded(entries, now) {
  const remembered = entries
    .filter(({ state, at }) => state === 'discarded' && now.getTime() - Date.parse(at) < DISCARDED_MS)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .slice(-DISCARDED_MAX);
  return entries.filter((entry) => entry.state !== 'discarded' || remembered.includes(entry));
}

/** 22 characters of [A-Za-z0-9_-], 128 random bits. crypto.randomUUID is missing on plain http pages of other hosts. */
function newClientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
