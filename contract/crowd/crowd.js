import { eventually, pause } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';
import { Acks } from './acks.js';
import { startControl } from './control.js';
import { Ledger } from './ledger.js';
import { gather } from './members.js';
import { MemoryWatch } from './memoryWatch.js';
import { ProcessorWatch } from './processorWatch.js';

// As patient as a person: who has waited that long for an ack has given up.
const ACK_PATIENCE_MS = 15_000;
// An attack may be over before anybody of the crowd was due to speak.
const SPOKEN_MS = 5000;
const LOOK_EVERY_MS = 500;
// What is answered sooner needs no explanation.
const SLOW_MS = 250;
// What is said of a send or a look that took too long, or of a store or a loop that did shortly before.
const LATE = /\b(no (ack|answer)|did not come) within\b/;
const UNAVAILABLE = /\b(store|presence)_unavailable\b/;
const BEFORE_MS = 3000;
const MOST = 2 / 3;
// One send in three is posted: on Laravel another program answers it.
const POSTED = 3;

/**
 * @typedef {object} Phase what the crowd noticed since the last time it was asked
 * @property {ReturnType<Acks['summary']>} acks
 * @property {ReturnType<Acks['summary']>} looks page loads, lists of who is online, and second tabs that join
 * @property {number} lagMs how late the crowd itself was at most: what the machine, not the server, made it wait
 * @property {number} controlMs how late a thread was at most that only waits for its timer: the machine's doing
 * @property {number} machineRefused sends and looks that were refused as too late, while others had the processor
 *   most of the time
 * @property {number} lost deliveries @property {number} duplicated @property {number} outOfOrder
 * @property {string[]} complaints
 * @property {import('./memoryWatch.js').Memory} memory
 * @property {number} seconds
 */

/** People who chat while a server is attacked. They notice whatever goes wrong for them. */
export class Crowd {
  /**
   * @param {import('../suite/server.js').Server} server
   * @param {{size: number, rate: number, pids: number[]}} options `rate`: messages a second in all
   */
  static async begin(server, { size, rate, pids }) {
    const crowd = new Crowd(server, rate, pids);
    crowd.members = await gather(server, size, {
      joined: ({ person }, { lastId }) => crowd.ledger.join(person.user.id, lastId),
      message: ({ person }, message) => crowd.ledger.deliver(person.user.id, message),
      presence: (_, { left }) => crowd.#left(left),
      ack: (clientId, ack) => crowd.#acknowledged(clientId, ack),
      closed: ({ person }, code) => crowd.chatting && crowd.#complain(`${person.login}'s socket was closed: ${code}`),
    });
    crowd.ids = new Set(crowd.members.map(({ person }) => person.user.id));
    crowd.chatting = true;
    crowd.running = [crowd.#chat(), crowd.#lookAround()];
    return crowd;
  }

  /** @param {import('../suite/server.js').Server} server @param {number} rate @param {number[]} pids */
  constructor(server, rate, pids) {
    this.server = server;
    this.everyMs = 1000 / rate;
    /** @type {import('./members.js').Member[]} */
    this.members = [];
    this.ids = new Set();
    this.chatting = false;
    /** @type {Promise<void>[]} */
    this.running = [];
    this.ledger = new Ledger();
    this.memory = new MemoryWatch(server, pids);
    this.processor = new ProcessorWatch(pids);
    this.control = startControl();
    /** @type {Map<string, {done: (ack: any) => void, answered: Promise<unknown>}>} by clientId, what has no ack yet */
    this.waiting = new Map();
    this.acks = new Acks();
    this.looks = new Acks();
    this.lagMs = 0;
    this.machineRefused = 0;
    /** @type {Set<string>} */
    this.complaints = new Set();
    this.since = performance.now();
  }

  #anew() {
    this.acks = new Acks();
    this.looks = new Acks();
    this.lagMs = 0;
    this.machineRefused = 0;
    this.complaints.clear();
    this.since = performance.now();
    this.memory.anew();
  }

  /** @param {string} what */
  #complain(what) {
    // A hundred are as good as ten thousand.
    if (this.complaints.size < 100) this.complaints.add(what);
  }

  /** Sends when it is due, whatever became of what was sent before: open-loop arrivals. */
  async #chat() {
    let due = performance.now();
    for (let turn = 0; this.chatting; turn++) {
      await pause(Math.max(0, due - performance.now()));
      this.lagMs = Math.max(this.lagMs, performance.now() - due);
      const member = this.members[turn % this.members.length];
      if (turn % POSTED) this.#say(member, due);
      else this.#post(member, due);
      due += this.everyMs;
    }
  }

  /** @param {import('./members.js').Member} member @param {number} due */
  #say({ socket }, due) {
    const clientId = freshClientId();
    const done = this.#expect(clientId, due, 'socket');
    try {
      socket.send(socket.packet({ text: 'beside', clientId }));
    } catch (error) {
      done(error);
    }
  }

  /** @param {import('./members.js').Member} member @param {number} due */
  #post({ person }, due) {
    const clientId = freshClientId();
    const done = this.#expect(clientId, due, 'POST');
    person
      .post('/messages', { text: 'beside', clientId }, { timeoutMs: ACK_PATIENCE_MS })
      .then(
        ({ status, json }) =>
          done(status === 201 ? { ok: true, message: json.message } : { ok: false, error: json ?? status }),
        done,
      );
  }

  /** @param {string} clientId @param {number} due @param {string} way */
  #expect(clientId, due, way) {
    /** @type {() => void} */
    let settle;
    const answered = new Promise((resolve) => (settle = () => resolve(undefined)));
    const done = (/** @type {any} */ ack) => {
      if (!this.waiting.delete(clientId)) return;
      settle();
      clearTimeout(timer);
      this.#time(this.acks, due, way);
      if (ack.ok) this.ledger.acknowledge(ack.message);
      else this.#failed(`a ${way} was refused`, due, ack instanceof Error ? ack.message : JSON.stringify(ack.error));
    };
    const timer = setTimeout(done, ACK_PATIENCE_MS, new Error(`no ack within ${ACK_PATIENCE_MS / 1000} s`));
    this.waiting.set(clientId, { done, answered });
    return done;
  }

  /** @param {Acks} took @param {number} due @param {string} way */
  #time(took, due, way) {
    const tookMs = performance.now() - due;
    if (tookMs > SLOW_MS) this.processor.sample();
    const keptWaitingMs = tookMs > SLOW_MS ? this.processor.keptWaiting(due, performance.now()) : 0;
    took.add(tookMs, way, keptWaitingMs);
  }

  /**
   * What came too late is the machine's doing where others had the processor for most of the time.
   * @param {string} what @param {number} since @param {string} why
   */
  #failed(what, since, why) {
    const now = performance.now();
    const from = UNAVAILABLE.test(why) ? Math.min(since, now - BEFORE_MS) : since;
    this.processor.sample();
    const isMachine = this.processor.keptWaiting(from, performance.now()) > MOST * (now - from);
    if (isMachine && (UNAVAILABLE.test(why) || LATE.test(why))) this.machineRefused++;
    else this.#complain(`${what}: ${why}`);
  }

  /** @param {string | undefined} clientId @param {import('../drivers/driver.js').Ack} ack */
  #acknowledged(clientId, ack) {
    this.waiting.get(clientId ?? '')?.done(ack);
  }

  /** @param {{users: {id: string, name: string}[]}} left */
  #left({ users }) {
    for (const { id, name } of users) if (this.ids.has(id)) this.#complain(`${name} was said to have left`);
  }

  /** Loads the page, looks who is online, and lets one of the crowd open a second tab, all the time. */
  async #lookAround() {
    for (let turn = 0; this.chatting; turn++) {
      const { person } = this.members[turn % this.members.length];
      await this.#look('GET /', () => this.#loadPage());
      await this.#look('GET /online', () => this.#online(person));
      await this.#look('a second tab', () => this.#secondTab(person));
      await pause(LOOK_EVERY_MS);
    }
  }

  /** @param {string} what @param {() => Promise<unknown>} look */
  async #look(what, look) {
    const since = performance.now();
    await look().catch((error) => this.#failed(what, since, error.message));
    this.#time(this.looks, since, what);
  }

  /** As somebody new does: on a new connection, without a session. */
  async #loadPage() {
    const { status, text } = await this.server.call('/', { timeoutMs: 10_000 });
    if (status !== 200) throw new Error(`answered ${status} ${text.slice(0, 100)}`);
  }

  /**
   * Everybody of the crowd is listed, once: they came first, and 100 are.
   * @param {import('../suite/person.js').Person} person @returns {Promise<number>} how many are online
   */
  async #online(person) {
    const { status, json, text } = await person.get('/online', { timeoutMs: 10_000 });
    if (status !== 200) throw new Error(`answered ${status} ${text.slice(0, 100)}`);
    const listed = json.users.filter((/** @type {{id: string}} */ { id }) => this.ids.has(id));
    if (listed.length !== this.ids.size)
      throw new Error(`lists ${listed.length} of the ${this.ids.size} who are there`);
    return json.count;
  }

  /** @param {import('../suite/person.js').Person} person */
  async #secondTab(person) {
    const { socket } = await this.server.driver.raw(this.server, person.cookie);
    socket.terminate();
  }

  /**
   * Waits until what is under way has come, then says what was noticed and begins anew.
   * @param {{countFrom?: number, restGrowth?: number, settleMs?: number}} [until] the people online to wait for, and
   *   the bytes of growth, for so long
   * @returns {Promise<Phase & {online: number}>}
   */
  async tell({ countFrom = Infinity, restGrowth = Infinity, settleMs = 0 } = {}) {
    const seconds = (performance.now() - this.since) / 1000;
    const end = performance.now() + settleMs;
    await eventually(async () => {
      if (this.acks.took.length === 0) throw new Error('nobody has spoken yet');
    }, SPOKEN_MS).catch(() => {});
    await Promise.all([...this.waiting.values()].map(({ answered }) => answered));
    const last = await this.#newestId();
    await eventually(async () => {
      if (this.ledger.lostUpTo(last) > 0) throw new Error('deliveries are still to come');
    }, 5000).catch(() => {});
    const online = await eventually(async () => {
      const count = await this.#online(this.members[0].person);
      if (count > countFrom) throw new Error(`counts ${count}, not ${countFrom} as before`);
      return count;
    }, 8000).catch((error) => void this.#complain(`GET /online once it was over: ${error.message}`));
    while (this.memory.latest() > this.memory.before + restGrowth && performance.now() < end) await pause(100);
    const { duplicated, outOfOrder, changed } = this.ledger;
    if (changed) this.#complain(`${changed} deliveries were not what was acknowledged under their id`);
    const lost = this.ledger.lostUpTo(last);
    const phase = {
      acks: this.acks.summary(),
      looks: this.looks.summary(),
      lagMs: this.lagMs,
      controlMs: this.control.lateMs(),
      machineRefused: this.machineRefused,
      ...{ lost, duplicated, outOfOrder, seconds },
      complaints: [...this.complaints],
      memory: this.memory.summary(),
      online: online ?? 0,
    };
    this.ledger.forgive(last);
    this.#anew();
    return phase;
  }

  /** What the store holds: the ledger's own word would not know of what reached nobody. */
  async #newestId() {
    try {
      return (await this.members[0].person.page('limit=1')).messages.at(-1)?.id ?? 0;
    } catch (error) {
      this.#complain(String(error));
      return 0;
    }
  }

  async end() {
    this.chatting = false;
    this.memory.end();
    this.processor.end();
    await this.control.end();
    await Promise.all(this.running);
    for (const { socket } of this.members) socket.socket.terminate();
  }
}
