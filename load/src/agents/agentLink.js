import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { atExit } from '../atExit.js';

/** @import { AgentAddress } from './addresses.js' */

// An error shows this many of the last characters of the agent's stderr.
const TAIL = 1000;

/**
 * @typedef {object} AgentFacts what an agent says about itself
 * @property {string} commit
 * @property {string} machine
 */

/**
 * An agent's process, here or at the other end of ssh: orders and answers are lines of JSON. Its errors begin with the
 * agent's name.
 */
export class AgentLink {
  #child;
  #cancelExit;
  #tail = '';
  #orderCount = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} keys: numbers of orders */
  #pendingOrders = new Map();
  /** @type {Error | null} */
  #failure = null;

  /** @param {AgentAddress} address */
  constructor({ name, command, args }) {
    this.name = name;
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.once('error', (error) => this.#fail(`cannot be started: ${error.message}`));
    this.#child.once('close', (code, signal) => this.#fail(`ended (${signal ?? `exit code ${code}`})`));
    // Ignore write errors: `close` reports the end.
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.#tail = (this.#tail + text).slice(-TAIL)));
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line));
    this.#cancelExit = atExit(() => this.close());
    /** @type {Promise<AgentFacts>} what the agent says about itself when it has started */
    this.facts = this.#answer(0);
    // An error need not be handled here: the next order fails in the same way.
    this.facts.catch(() => {});
  }

  /**
   * @param {string} order
   * @param {object} [words]
   * @returns {Promise<any>} the agent's answer
   * @throws {Error} if the agent ends, or answers with an error
   */
  ask(order, words = {}) {
    if (this.#failure) return Promise.reject(this.#failure);
    const answer = this.#answer(++this.#orderCount);
    this.#child.stdin.write(JSON.stringify({ number: this.#orderCount, order, ...words }) + '\n');
    return answer;
  }

  /** @param {number} order @returns {Promise<any>} */
  #answer(order) {
    return new Promise((resolve, reject) => this.#pendingOrders.set(order, { resolve, reject }));
  }

  close() {
    this.#fail('was ended');
  }

  /** @param {string} line */
  #hear(line) {
    // A login shell may greet before the agent begins.
    if (!line.startsWith('{')) return;
    const { number, answer, error } = JSON.parse(line);
    const order = this.#pendingOrders.get(number);
    this.#pendingOrders.delete(number);
    if (error === undefined) order?.resolve(answer);
    else order?.reject(new Error(`${this.name}: ${error}`));
  }

  /** @param {string} reason */
  #fail(reason) {
    if (this.#failure) return;
    const stderrTail = this.#tail.trim();
    this.#failure = new Error(`${this.name} ${reason}${stderrTail && `:\n${stderrTail}`}`);
    for (const { reject } of this.#pendingOrders.values()) reject(this.#failure);
    this.#pendingOrders.clear();
    this.#cancelExit();
    this.#child.stdin.destroy();
    this.#child.kill('SIGKILL');
  }
}
