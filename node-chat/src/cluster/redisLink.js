import { createClient } from '@redis/client';
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { within } from '../within.js';

/** @import { Publish } from '../chat/news.js' */
/** @import { Log } from '../log.js' */

const BEAT_MS = 1000;
// After so many beats without own news coming back, Redis counts as frozen, though its connections are open.
const LOST_BEATS = 3;
// A break is logged later than a reconnection takes, whose first beat finds out whether news comes back.
const LOGGED_BEATS = LOST_BEATS + 2;
const CLOSED_WITHIN_MS = 500;

/** @typedef {ReturnType<typeof createClient>} Client */

/**
 * One channel of Redis that all processes publish to and subscribe to. News may be lost.
 *
 * It emits `news` of the others (name, news, id of the process), `beat` once a second, and `up` when news comes and
 * goes again. After a break, even of a moment, each process may have missed news of the others.
 */
export class RedisLink extends EventEmitter {
  /** This process's id. */
  id = randomUUID();
  #log;
  /** @type {Client[]} */
  #clients = [];
  /** Beats since own news came back. */
  #lostBeats = LOST_BEATS;
  /** @type {unknown} */
  #error;
  #beatTimer;

  /**
   * @param {string} url of Redis
   * @param {string} prefix for the channel and all keys, since a Redis may serve several chats
   * @param {Pick<Log, 'info' | 'warn'>} log
   */
  constructor(url, prefix, log) {
    super();
    this.prefix = prefix;
    this.#log = log;
    const socket = { reconnectStrategy: (/** @type {number} */ tries) => Math.min(100 * tries, 1000) };
    this.client = this.connect(createClient({ url, socket }));
    const subscriber = this.connect(this.client.duplicate());
    for (const client of [this.client, subscriber]) client.on('ready', () => (this.#lostBeats = LOST_BEATS));
    this.#subscribe(subscriber);
    this.#beatTimer = setInterval(() => this.#beat(), BEAT_MS);
  }

  get isUp() {
    return this.client.isReady && this.#lostBeats < LOST_BEATS;
  }

  /** A further connection, which this link renews and closes. @param {Client} client */
  connect(client) {
    client.on('error', (error) => (this.#error = error)); // the client reconnects; isUp gives the state
    void client.connect().catch(() => {});
    this.#clients.push(client);
    return client;
  }

  /** @type {Publish} lost if Redis is away */
  publish = (name, news) => {
    if (!this.client.isReady) return;
    void this.client
      .publish(this.prefix, JSON.stringify([this.id, name, news]))
      .catch((error) => (this.#error = error));
  };

  /** The chat starts without waiting for Redis. After a break the client subscribes again by itself. */
  #subscribe(/** @type {Client} */ subscriber) {
    subscriber
      .subscribe(this.prefix, (news) => this.#receive(news))
      .catch((error) => {
        this.#error = error;
        this.once('beat', () => this.#subscribe(subscriber));
      });
  }

  /** @param {string} json */
  #receive(json) {
    const [id, name, news] = JSON.parse(json);
    if (id !== this.id) return void this.emit('news', name, news, id);
    const wasUp = this.isUp;
    this.#lostBeats = 0;
    if (wasUp || !this.isUp) return;
    this.#log.info('other processes are reached by Redis');
    this.emit('up');
  }

  #beat() {
    // Calls that wait on a frozen connection end.
    if (++this.#lostBeats % LOST_BEATS === 0) for (const client of this.#clients) reconnect(client);
    if (this.#lostBeats === LOGGED_BEATS) {
      const err = this.#error;
      this.#log.warn({ err }, 'Redis is away: other processes are not heard, and the store is asked once a second');
    }
    this.emit('beat');
  }

  async close() {
    clearInterval(this.#beatTimer);
    // Its answer comes after the last news was published.
    if (this.client.isReady) await within(CLOSED_WITHIN_MS, this.client.ping());
    for (const client of this.#clients) client.destroy();
  }
}

/** @param {Client} client */
export function reconnect(client) {
  if (!client.isReady) return;
  client.destroy();
  void client.connect().catch(() => {});
}
