import { pause } from '../suite/expect.js';
import { inPools } from '../suite/pools.js';
import { Attacker } from './attacker.js';
import { dial } from './rawHttp.js';

// The crowd comes from 127.0.0.1: what an attacker's address has used up must not be theirs.
/** @param {number} nth @returns {string} the address of an attacker, the first (0) unless an attack has several */
export const attackerAddress = (nth) => `127.0.0.${66 + nth}`;

/** What an overload entry attacks with: an attacker at an address of their own, who knows how much is wanted. */
export class Overloader extends Attacker {
  /**
   * @param {import('../suite/server.js').Server} server @param {import('../suite/person.js').Person} person
   * @param {boolean} long the attack in full
   */
  constructor(server, person, long) {
    super(server, person);
    this.from = attackerAddress(0);
    this.long = long;
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
