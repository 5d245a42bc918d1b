import { createClient } from '@redis/client';
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const CHANNEL = 'node-chat:news';
const BEAT_MS = 1000;
// So many heartbeats of this process that do not come back: Redis is frozen, though its connections are open.
const LOST_BEATS = 3;
const CLOSED_WITHIN_MS = 500;

/** @typedef {ReturnType<typeof createClient>} Client */

/**
 * Publishes news for the other processes, and emits theirs. News may be lost: whoever misses some asks the store.
 *
 * Events: `back`, when Redis can be reached again; `beat`, once a second; and each news of another process by its name,
 * with its payload and the id of that process.
 */
export class Link extends EventEmitter {
  /** Of this process. */
  id = randomUUID();
  #client;
  #log;
  /** @type {Client[]} */
  #all = [];
  /** Heartbeats since the last one that came back. */
  #unheard = Infinity;
  #wasUp = false;
  /** @type {[string, unknown][]} that must be said when Redis is back */
  #unsaid = [];
  #beating;

  /**
   * @param {string} url of Redis @param {Pick<import('../log.js').Log, 'info' | 'warn'>} log
   */
  constructor(url, log) {
    super();
    this.#log = log;
    this.#client = this.connect(
      createClient({ url, socket: { reconnectStrategy: (tries) => Math.min(100 * tries, 1000) } }),
    );
    // Redis may have started anew, so fast that nobody missed it.
    this.#client.on('ready', () => (this.#unheard = Infinity));
    const subscriber = this.connect(this.#client.duplicate());
    // Not awaited: the chat starts without Redis too. After a break the client subscribes again by itself.
    void subscriber
      .subscribe(CHANNEL, (news) => this.#hear(news))
      .then(
        () => this.say('echo', null),
        () => {},
      );
    this.#beating = setInterval(() => this.#beat(), BEAT_MS);
  }

  get client() {
    return this.#client;
  }

  get isUp() {
    return this.#client.isReady && this.#unheard < LOST_BEATS;
  }

  /** @param {Client} client */
  connect(client) {
    client.on('error', () => {}); // it tries again; isUp says how it is
    void client.connect().catch(() => {});
    this.#all.push(client);
    return client;
  }

  /**
   * @param {string} name @param {unknown} news
   * @param {{ later?: boolean }} [how] later: where Redis is away it is said when it is back
   */
  say(name, news, { later = false } = {}) {
    if (this.#client.isReady) void this.#client.publish(CHANNEL, JSON.stringify([this.id, name, news])).catch(() => {});
    if (later && !this.isUp) this.#unsaid.push([name, news]);
  }

  /** @param {string} json */
  #hear(json) {
    const [id, name, news] = JSON.parse(json);
    if (id !== this.id) return void this.emit(name, news, id);
    if (name !== 'echo') return;
    const wasUp = this.isUp;
    this.#unheard = 0;
    if (!wasUp && this.isUp) this.#back();
  }

  #back() {
    this.#wasUp = true;
    this.#log.info('other processes are reached by Redis');
    for (const [name, news] of this.#unsaid.splice(0)) this.say(name, news);
    this.emit('back');
  }

  #beat() {
    if (this.#wasUp && !this.isUp) {
      this.#wasUp = false;
      this.#log.warn('Redis is away: other processes are not heard, and the store is asked once a second');
      // Whoever waits for an answer on a frozen connection waits no more.
      for (const client of this.#all) renew(client);
    }
    this.#unheard++;
    this.say('echo', null);
    this.emit('beat');
  }

  async close() {
    clearInterval(this.#beating);
    const said = this.#client.isReady ? this.#client.ping().catch(() => {}) : null;
    await Promise.race([said, sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
    for (const client of this.#all) client.destroy();
  }
}

/** @param {Client} client */
function renew(client) {
  if (!client.isReady) return;
  client.destroy();
  void client.connect().catch(() => {});
}
