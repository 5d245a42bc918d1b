import { allow } from './allowed.js';
import { isUnreadable } from './payloads.js';
import { valueShown } from './shown.js';
import { SocketClient } from './socketClient.js';
import { keyOf, refusalShown } from './wires.js';

/** @typedef {import('./visit.js').Visit} Visit @typedef {import('./call.js').SocketStep} SocketStep */

// A handshake always comes to an end.
const JOIN_MS = 10_000;

/** The sockets of one episode at one server. In their shown form both wires are alike. */
export class Sockets {
  /** @param {Visit} visit */
  constructor(visit) {
    this.visit = visit;
    this.side = visit.side;
    /** @type {Map<number, {client: SocketClient, cookie: string, user: string | undefined}>} those that have joined, by slot */
    this.open = new Map();
    /** The highest id of a message of this episode. */
    this.highest = this.side.base;
    /** @type {Record<number, number>} by slot, the last message that a socket knew of when it left */
    this.left = {};
    this.fences = 0;
  }

  /** @param {SocketStep} step @returns {Promise<any>} what is compared */
  async take(step) {
    const { socket: slot, does, payloads = [] } = step;
    if (does === 'join') return this.#join(slot, step.session ?? 0);
    if (does === 'early') return this.#early(step.session ?? 0, payloads);
    const socket = this.open.get(slot);
    if (!socket) return 'no such socket';
    if (does === 'leave') return this.#leave(slot);
    if (socket.client.ended !== undefined) return 'ended';
    if (does === 'type') return socket.client.type();
    if (does === 'rejoin') return this.#noise(slot, [(await this.#asked(socket.client, socket.cookie)).frame ?? '']);
    if (does === 'noise') return this.#noise(slot, payloads.map(this.visit.fill));
    return this.#send(socket.client, payloads.map(this.visit.fill), step.size);
  }

  /** @param {string} cookie */
  #dial(cookie) {
    const { name, address } = this.visit;
    const isOwn = (/** @type {any} */ { user }) => user?.name?.startsWith(`${name}-`) === true;
    const { server, last: since, framesRead: read } = this.side;
    return new SocketClient(server, { cookie, from: address, since, isOwn, read });
  }

  /** @param {SocketClient} client @param {string} cookie */
  #asked(client, cookie) {
    return client.wire.join((socketId) => this.visit.authorize(cookie, socketId), client.opened);
  }

  /** @param {number} slot @param {number} session */
  async #join(slot, session) {
    await this.#leave(slot);
    const cookie = this.visit.fill(`‹cookie${session}›`);
    const client = this.#dial(cookie);
    await client.until(() => client.opened !== undefined, JOIN_MS);
    const { frame, refused } = client.opened ? await this.#asked(client, cookie) : { refused: { code: client.ended } };
    if (frame) {
      client.send([frame]);
      await client.until(() => client.welcome || client.refused, JOIN_MS);
    }
    if (!client.welcome) {
      client.cut();
      return { refused: refusalShown(refused ?? client.refused ?? { code: 'no answer' }) };
    }
    const { me, online, lastId, rev, ...more } = client.welcome;
    this.open.set(slot, { client, cookie, user: me?.name });
    return {
      ...valueShown({ me }, this.side),
      ...more,
      online: onlineShown(online),
      lastId: lastIdShown(lastId, client.since),
      rev: revShown(rev),
    };
  }

  /** @param {number} slot */
  async #leave(slot) {
    const socket = this.open.get(slot);
    if (!socket) return 'no such socket';
    this.open.delete(slot);
    const { since, told } = socket.client;
    this.left[slot] = Math.max(since, ...told);
    if (socket.client.ended === undefined) await socket.client.leave(this.side.patienceMs);
    else socket.client.cut();
    return 'left';
  }

  /**
   * Nothing of what it says before it has joined may have an effect; what it is told is the wire's own.
   * @param {number} session @param {string[]} payloads
   */
  async #early(session, payloads) {
    const client = this.#dial(this.visit.fill(`‹cookie${session}›`));
    await client.until(() => client.opened !== undefined, JOIN_MS);
    client.send(payloads.map((payload) => client.frame(this.visit.fill(payload), null)));
    await client.leave(this.side.patienceMs);
    const { welcome, acks, messages } = client;
    return { welcome, acks: acks.filter(({ ack }) => ack?.ok), messages };
  }

  /** @param {number} slot @param {string[]} frames */
  async #noise(slot, frames) {
    const socket = this.open.get(slot);
    if (!socket) return 'no such socket';
    socket.client.send(frames);
    await this.#leave(slot);
    const { acks, messages } = socket.client;
    return { acks: acks.splice(0).filter(({ ack }) => ack?.ok), messages: messages.splice(0) };
  }

  /** @param {SocketClient} client @param {string[]} payloads @param {number} [size] */
  async #send(client, payloads, size) {
    const optional = payloads.filter(mayGoUnanswered).map(keyOf);
    const sent = payloads.map((payload) => client.frame(payload, keyOf(payload), size));
    // Refusals come in the order of what was sent: behind this one nothing more is due.
    const fence = optional.length ? this.visit.fill(`‹f${this.fences++}›`) : undefined;
    if (fence) sent.push(client.frame(JSON.stringify({ text: '', clientId: fence }), fence));
    const due = counted(payloads.filter((payload) => !mayGoUnanswered(payload)).map(keyOf));
    if (fence) due.set(fence, 1);
    const before = this.highest;
    client.send(sent);
    await client.until(() => areIn(client.acks, due), this.side.patienceMs);
    const acks = client.acks.splice(0).filter(({ answers, ack }) => {
      return answers !== fence && !(optional.includes(answers) && ack?.error?.code === 'bad_json');
    });
    const stored = acks.filter(({ ack }) => ack?.message?.id > before);
    await this.settle(Math.max(before, ...stored.map(({ ack }) => ack.message.id)));
    return {
      acks: this.#byKey(acks.map(({ answers, ack }) => [answers, ack])),
      // The acks, then one `messages` event.
      toldFirst: stored.filter(({ told }, index) => told && isFirst(stored, index)).length,
      closed: client.ended,
    };
  }

  /** @param {[string | null, any][]} list @returns {Record<string, any[]>} by the clientId, without what is of this run in it */
  #byKey(list) {
    /** @type {Record<string, any[]>} */
    const shown = {};
    for (const [key, value] of list) {
      (shown[key === null ? 'null' : key.replace(`${this.visit.name}-`, 'c')] ??= []).push(
        valueShown(value, this.side),
      );
    }
    // A refusal need not wait for what is stored before it.
    for (const values of Object.values(shown)) values.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    return shown;
  }

  /** Waits until all sockets have been told of a message. @param {any} id */
  async settle(id) {
    if (!Number.isInteger(id) || id <= this.highest) return;
    this.highest = id;
    const clients = [...this.open.values()].map(({ client }) => client);
    await Promise.all(clients.map((client) => client.until(() => client.highest >= id, this.side.patienceMs)));
  }

  /** Waits until the sockets of a session that has ended are closed. @param {string} cookie */
  async ended(cookie) {
    const gone = [...this.open.values()].filter((socket) => socket.cookie === cookie);
    await Promise.all(gone.map(({ client }) => client.until(() => client.ended !== undefined, this.side.patienceMs)));
  }

  /** What each socket was told since it was last asked, of the messages of this episode. @returns {Record<string, any>} */
  told() {
    return Object.fromEntries([...this.open].map(([slot, { client }]) => [slot, this.#toldTo(slot, client)]));
  }

  /** @param {number} slot @param {SocketClient} client */
  #toldTo(slot, client) {
    const messages = client.messages.splice(0);
    const unasked = client.acks
      .splice(0)
      .map(({ answers, ack }) => /** @type {[string | null, any]} */ ([answers, ack]));
    return {
      messages: this.#byKey(messages.map((message) => [keyOf(JSON.stringify(message)), message])),
      isRising: messages.every(({ id }, index) => index === 0 || id > messages[index - 1].id),
      isDense: client.isDense,
      ...(unasked.length ? { unasked: this.#byKey(unasked) } : {}),
      ...(client.unknown.length ? { unknown: client.unknown.splice(0) } : {}),
      ...(client.ended === undefined ? {} : { ended: client.ended }),
    };
  }

  /** The names of who has a socket here. */
  get present() {
    const here = [...this.open.values()].filter(({ client }) => client.ended === undefined);
    return new Set(here.map(({ user }) => user));
  }

  end() {
    for (const { client } of this.open.values()) client.cut();
    this.open.clear();
  }
}

const mayGoUnanswered = allow('may go without an acknowledgement; its message is never stored', isUnreadable);

/** Below it nothing may be missing: then the ids that follow are not dense. */
const lastIdShown = allow(
  'so is one that was posted a moment before and is not known there yet',
  (/** @type {any} */ lastId, /** @type {number} */ last) =>
    Number.isInteger(lastId) && lastId <= last ? 'known' : lastId - last,
);

const revShown = allow('and `rev` the newest change, that the process of the sockets knows of', Number.isInteger);

/** Who else comes and goes meanwhile is counted too. @param {any} online */
const onlineShown = (online) => ({ ...online, count: Number.isInteger(online?.count) && online.count > 0 });

/** @param {(string | null)[]} keys */
function counted(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** @param {{answers: string | null}[]} acks @param {Map<string | null, number>} due */
function areIn(acks, due) {
  if (acks.length < [...due.values()].reduce((sum, each) => sum + each, 0)) return false;
  const came = counted(acks.map(({ answers }) => answers));
  return [...due].every(([key, count]) => (came.get(key) ?? 0) >= count);
}

/** Whether an ack is the first of its message. @param {{ack: any}[]} acks @param {number} index */
const isFirst = (acks, index) => acks.findIndex(({ ack }) => ack.message.id === acks[index].ack.message.id) === index;
