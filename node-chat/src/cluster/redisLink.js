import { createClient } from '@redis/client';
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import { Log } from '../log.js' */

const BEAT_MS = 1000;
// After so many of its own heartbeats have not come back, Redis counts as frozen, though its connections are open.
const LOST_BEATS = 3;
const CLOSED_WITHIN_MS = 500;

/** @typedef {ReturnType<typeof createClient>} Client */

/**
 * Publishes news for the other processes, and emits theirs. News may be lost: a process that misses any asks the
 * store.
 *
 * It emits `back` when this process or another one can be reached again, `beat` once a second, and each of the others'
 * news by its name (`stored`, `alive` ...), with its payload and the id of that process.
 */
export class RedisLink extends EventEmitter {
  /** This process's id. */
  id = randomUUID();
  #client;
  #log;
  /** @type {Client[]} */
  #clients = [];
  /** Whether a heartbeat has come back on these connections. */
  #isConfirmed = false;
  /** Heartbeats since the last one that came back. */
  #missedBeats = 0;
  /** Whether the log has reported that Redis is away. */
  #isLoggedAway = false;
  /** @type {unknown} */
  #error;
  #beating;

  /**
   * @param {string} url of Redis
   * @param {string} prefix for the channel and all keys, since a Redis may serve several chats
   * @param {Pick<Log, 'info' | 'warn'>} log
   */
  constructor(url, prefix, log) {
    super();
    this.prefix = prefix;
    this.#log = log;
    this.#client = this.connect(
      createClient({ url, socket: { reconnectStrategy: (tries) => Math.min(100 * tries, 1000) } }),
    );
    const subscriber = this.connect(this.#client.duplicate());
    // News was lost while either connection was away, even for a moment.
    for (const client of [this.#client, subscriber]) client.on('ready', () => this.#reconnected());
    const receive = (/** @type {string} */ news) => this.#receive(news);
    // Not awaited, because the chat also starts without Redis. After a break the client subscribes again by itself.
    const subscribe = () =>
      void subscriber.subscribe(this.#channel, receive).then(
        () => this.publish('echo', null),
        (error) => {
          this.#error = error;
          this.once('beat', subscribe);
        },
      );
    subscribe();
    this.#beating = setInterval(() => this.#beat(), BEAT_MS);
  }

  get client() {
    return this.#client;
  }

  get isUp() {
    return this.#client.isReady && this.#isConfirmed;
  }

  get #channel() {
    return `${this.prefix}:news`;
  }

  /** @param {Client} client */
  connect(client) {
    client.on('error', (error) => (this.#error = error)); // the client reconnects; isUp gives the state
    void client.connect().catch(() => {});
    this.#clients.push(client);
    return client;
  }

  /** @param {string} name @param {unknown} news lost if Redis is away */
  publish(name, news) {
    if (!this.#client.isReady) return;
    void this.#client.publish(this.#channel, JSON.stringify([this.id, name, news])).catch(() => {});
  }

  #reconnected() {
    this.#isConfirmed = false;
    this.#missedBeats = 0;
    this.publish('echo', null);
  }

  /** @param {string} json */
  #receive(json) {
    const [id, name, news] = JSON.parse(json);
    if (id !== this.id) return void this.emit(name, news, id);
    if (name !== 'echo') return;
    this.#missedBeats = 0;
    if (!this.#isConfirmed) this.#back();
  }

  #back() {
    this.#isConfirmed = true;
    this.#isLoggedAway = false;
    this.#log.info('other processes are reached by Redis');
    this.emit('back');
    this.publish('back', null); // the other processes missed this process's news
  }

  #beat() {
    if (this.#missedBeats === LOST_BEATS) {
      this.#isConfirmed = false;
      this.#missedBeats = 0;
      // Calls that wait on a frozen connection end.
      for (const client of this.#clients) renew(client);
    }
    if (!this.isUp && !this.#isLoggedAway) {
      this.#isLoggedAway = true;
      const err = this.#error;
      this.#log.warn({ err }, 'Redis is away: other processes are not heard, and the store is asked once a second');
    }
    this.#missedBeats++;
    this.publish('echo', null);
    this.emit('beat');
  }

  async close() {
    clearInterval(this.#beating);
    const published = this.#client.isReady ? this.#client.ping().catch(() => {}) : null;
    await Promise.race([published, sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
    for (const client of this.#clients) client.destroy();
  }
}

/** @param {Client} client */
function renew(client) {
  if (!client.isReady) return;
  client.destroy();
  void client.connect().catch(() => {});
}
