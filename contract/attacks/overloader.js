import { randomInt } from 'node:crypto';
import { pause } from '../suite/expect.js';
import { inPools } from '../suite/pools.js';
import { Attacker } from './attacker.js';
import { dial } from './rawHttp.js';

/**
 * A network of each attack's own. Closed connections keep an address's ports for a minute, so that attacks which follow
 * each other, or run at the same time against two servers, would run out of ports on one address. The crowd is on 127.0.0.1.
 */
const freshNetwork = () => `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** What an overload entry attacks with: an attacker at an address of their own, who knows how much is wanted. */
export class Overloader extends Attacker {
  /**
   * @param {import('../suite/server.js').Server} server @param {import('../suite/person.js').Person} person
   * @param {boolean} long the attack in full
   */
  constructor(server, person, long) {
    super(server, person);
    this.network = freshNetwork();
    this.from = this.address(0);
    this.long = long;
  }

  /** @param {number} nth @returns {string} the address of an attacker, the first (0) unless an attack has several */
  address(nth) {
    return `${this.network}.${66 + nth}`;
  }

  /** @param {number} count @returns {string[]} */
  addresses(count) {
    return Array.from({ length: count }, (_, nth) => this.address(nth));
  }

  /** How many in the long form, and in the short one. @param {number} long @param {number} short */
  many(long, short) {
    return this.long ? long : short;
  }

  /** A bare TCP connection to the page's port, closed with the attack. @param {URL} [url] @param {string} [from] */
  async dial(url = this.page, from = this.from) {
    const socket = await dial(url, from);
    this.endings.push(() => socket.destroy());
    return socket;
  }

  /**
   * As many bare connections as the server takes, up to `count`, some at a time.
   * @param {number} count @param {{url?: URL, bytes?: string | Buffer, from?: string, read?: boolean, width?: number}} [how] `bytes`
   *   are sent on each; without `read` what is answered stays in the kernel's buffers
   */
  async dialMany(count, { url = this.page, bytes, from, read = true, width = 50 } = {}) {
    /** @type {import('node:net').Socket[]} */
    const sockets = [];
    let tried = 0;
    const one = async () => {
      while (tried++ < count) {
        const socket = await this.dial(url, from).catch(() => undefined);
        if (!socket) continue;
        if (read) socket.resume();
        if (bytes) socket.write(bytes);
        sockets.push(socket);
      }
    };
    await Promise.all(Array.from({ length: Math.min(width, count) }, one));
    return sockets;
  }

  /** A call from the attacker's address. @param {string} path @param {import('../suite/request.js').Call} [call] */
  call(path, call = {}) {
    return this.server.call(path, { from: this.from, ...call });
  }

  /** A socket without a session. */
  stranger() {
    return this.socket({ cookie: undefined });
  }

  /**
   * So many sockets, some at a time, each shaken hands or refused (see `status`), or joined.
   * @param {number} count @param {'socket' | 'stranger' | 'joined'} [how]
   */
  async sockets(count, how = 'socket') {
    /** @type {import('./rawSocket.js').RawSocket[]} */
    const sockets = [];
    await inPools(
      Array.from({ length: count }, (_, i) => i + 1),
      50,
      async () => {
        const raw = await this[how]().catch(() => undefined);
        if (raw) sockets.push(raw);
      },
    );
    return sockets;
  }

  /** Holds on, longer in the long form. @param {number} long @param {number} short ms */
  hold(long, short) {
    return pause(this.many(long, short));
  }
}
