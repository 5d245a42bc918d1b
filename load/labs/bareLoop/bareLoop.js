import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atExit } from '../../atExit.js';
import { withDescriptors } from '../../servers/withDescriptors.js';

const SERVER = fileURLToPath(new URL('server.php', import.meta.url));
// More at a time only wait in the server's backlog.
const CONNECTING_AT_ONCE = 64;

/** A server of one event loop that knows nothing of limits (server.php), and the connections that it holds. */
export class BareLoop {
  /** @type {net.Socket[]} that were answered once, and are idle since */
  #idle = [];
  /** @type {net.Socket | null} who was there before all others */
  #first = null;
  #port = 0;

  /**
   * @param {'select' | 'epoll'} loop
   * @param {{patienceMs: number, descriptors?: number}} options patienceMs: whoever has waited so long for an answer has gone; descriptors: so many at most
   */
  constructor(loop, { patienceMs, descriptors }) {
    this.patienceMs = patienceMs;
    // Beyond the wall it warns at each turn, which nobody reads.
    const quiet = ['-d', 'display_errors=0', '-d', 'log_errors=0'];
    const command = withDescriptors(['php', ...quiet, SERVER, loop], descriptors);
    this.child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
    this.child.once(
      'exit',
      atExit(() => this.stop()),
    );
  }

  /** @returns {Promise<void>} when it listens, and its first client is connected @throws {Error} where it does not */
  async start() {
    const lines = readline.createInterface({ input: this.child.stdout });
    const ended = once(this.child, 'exit').then(() => Promise.reject(new Error('The loop’s server did not start.')));
    const [port] = await Promise.race([once(lines, 'line'), ended]);
    ended.catch(() => {});
    this.#port = Number(port);
    this.#first = this.#connect();
    await once(this.#first, 'connect');
  }

  /** @returns {number} */
  get pid() {
    return /** @type {number} */ (this.child.pid);
  }

  /** @returns {number} connections that were answered, beside the first client's */
  get held() {
    return this.#idle.length;
  }

  /** @param {number} count of idle connections that there are to be: each comes, is answered once, and stays */
  async hold(count) {
    let coming = this.held;
    let refused = false;
    const more = async () => {
      while (coming < count && !refused) {
        coming++;
        const socket = this.#connect();
        if (await this.#ask(socket)) this.#idle.push(socket);
        else {
          refused = true;
          socket.destroy();
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, more));
  }

  /**
   * The first client asks.
   * @returns {Promise<{ms: number, cpuMs: number} | null>} cpuMs: used by the server since it began; null: no answer in time
   */
  ask() {
    return this.#ask(/** @type {net.Socket} */ (this.#first));
  }

  stop() {
    for (const socket of [this.#first, ...this.#idle]) socket?.destroy();
    this.child.kill('SIGKILL');
  }

  #connect() {
    const socket = net.connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    // A server that ends takes its connections with it.
    socket.on('error', () => {});
    return socket;
  }

  /** @param {net.Socket} socket */
  async #ask(socket) {
    const began = performance.now();
    socket.write('?\n');
    const answer = await once(socket, 'data', { signal: AbortSignal.timeout(this.patienceMs) }).catch(() => null);
    return answer && { ms: performance.now() - began, cpuMs: Number(answer[0]) / 1000 };
  }
}
