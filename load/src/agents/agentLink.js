import { spawn } from 'node:child_process';
import { printable } from '../../../infra/lib/printable.js';
import { atExit } from '../machine/atExit.js';
import { ALIVE_EVERY_MS, LONGEST_LINE, readLines } from './lines.js';

// ssh connects, Node.js starts.
const START_MS = 30_000;
const SILENT_MS = 30_000;
// Of what it prints beside its answers the end is kept.
const TAIL = 1000;
// As JSON may write a control character: JSON.parse would make one of it.
const ESCAPED_CONTROL = /\\(?:u00[01][0-9a-f]|u00[89][0-9a-f]|u007f|[bfnrt])/gi;

/**
 * @typedef {object} AgentFacts what an agent says of itself
 * @property {string} commit @property {string} machine @property {string} runtime
 */

/** An agent did not do what it was told; the message begins with its name. */
export class AgentFailed extends Error {}

/** An agent's process, here or at the other end of ssh: orders and answers are lines of JSON. */
export class AgentLink {
  #child;
  #tail = '';
  #orders = 0;
  #heardAt = performance.now();
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} by the number of its order */
  #waiting = new Map();
  /** @type {AgentFailed | null} */
  #failed = null;

  /**
   * @param {import('./addresses.js').AgentAddress} address
   * @param {{startMs?: number, silentMs?: number}} [patience]
   */
  constructor({ name, command, args }, { startMs = START_MS, silentMs = SILENT_MS } = {}) {
    this.name = name;
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.once('error', (error) => this.#fail(`cannot be started: ${error.message}`));
    this.#child.once('close', (code, signal) => this.#fail(`ended (${signal ?? `exit code ${code}`})`));
    // Who is gone reads nothing: that it ended is told by itself.
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.#tail = (this.#tail + text).slice(-TAIL)));
    const onTooLong = () => this.#fail(`said more than ${LONGEST_LINE / 1024 / 1024} MB in a line`);
    readLines(this.#child.stdout, (line) => this.#hear(line), { most: LONGEST_LINE, onTooLong });
    this.hasEnded = atExit(() => this.close());
    /** @type {Promise<AgentFacts>} what it says of itself once it has started @throws {AgentFailed} */
    this.facts = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }));
    // Whoever does not ask for them learns of a failure by the next order.
    this.facts.catch(() => {});
    this.watch = setInterval(
      () => {
        const starting = this.#waiting.has(0);
        const silentFor = performance.now() - this.#heardAt;
        if (silentFor > (starting ? startMs : silentMs)) {
          const seconds = Math.round(silentFor / 1000);
          this.#fail(starting ? `has not started within ${seconds} s` : `has not answered for ${seconds} s`);
        } else this.#write({ alive: true });
      },
      Math.min(ALIVE_EVERY_MS, silentMs / 2),
    );
  }

  /**
   * @param {string} order @param {object} [words]
   * @returns {Promise<any>} its answer
   * @throws {AgentFailed} where it ends, says that it cannot, or falls silent
   */
  ask(order, words = {}) {
    if (this.#failed) return Promise.reject(this.#failed);
    const number = ++this.#orders;
    const answer = new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    this.#write({ number, order, ...words });
    return answer;
  }

  /** Ends it, whatever it does. */
  close() {
    this.#failed ??= new AgentFailed(`${this.name} was ended.`);
    this.#release();
  }

  /** @param {string} line */
  #hear(line) {
    if (this.#failed) return;
    this.#heardAt = performance.now();
    const said = parsed(line);
    // A login shell may greet before the agent begins.
    if (said === null && this.#waiting.has(0)) {
      this.#tail = `${this.#tail}${line}\n`.slice(-TAIL);
      return;
    }
    if (said === null || !['string', 'undefined'].includes(typeof said.error))
      return this.#fail('said what is no answer');
    const number = said.agent === undefined ? said.number : 0;
    const order = this.#waiting.get(number);
    if (order === undefined) return;
    this.#waiting.delete(number);
    if (said.error !== undefined) order.reject(new AgentFailed(`${this.name}: ${said.error}`));
    else order.resolve(said.answer ?? said.agent);
  }

  /** @param {object} message */
  #write(message) {
    if (this.#child.stdin.writable) this.#child.stdin.write(JSON.stringify(message) + '\n');
  }

  /** @param {string} why */
  #fail(why) {
    if (this.#failed) return;
    const said = printable(this.#tail).trim();
    this.#failed = new AgentFailed(`${this.name} ${why}${said && `:\n${said}`}`);
    for (const { reject } of this.#waiting.values()) reject(this.#failed);
    this.#waiting.clear();
    this.#release();
  }

  #release() {
    clearInterval(this.watch);
    this.hasEnded();
    this.#child.stdin.destroy();
    this.#child.kill('SIGKILL');
  }
}

/** @param {string} line @returns {any} without any control character; null where it is no object */
function parsed(line) {
  try {
    const said = JSON.parse(printable(line).replaceAll(ESCAPED_CONTROL, '\\ufffd'));
    return typeof said === 'object' ? said : null;
  } catch {
    return null;
  }
}
