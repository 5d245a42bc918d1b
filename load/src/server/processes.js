import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from '../machine/atExit.js';
import { withDescriptors } from './withDescriptors.js';

const PATIENCE_MS = 5000;

/** A server did not start; the message ends with the tail of its log. */
export class DidNotStart extends Error {}

/** The processes of one private server: started together, ended together, whatever way this process ends. */
export class Processes {
  /** @type {Array<{name: string, child: import('node:child_process').ChildProcess, start: () => number}>} */
  #running = [];

  /**
   * @param {string} logs folder for one log file a process
   * @param {{descriptors?: number, patienceMs?: number}} [limits] descriptors: of each process; patienceMs: until what has not ended when asked to is killed
   */
  constructor(logs, { descriptors, patienceMs = PATIENCE_MS } = {}) {
    this.logs = logs;
    this.descriptors = descriptors;
    this.patienceMs = patienceMs;
    this.haveEnded = atExit(() => this.#signal('SIGKILL'));
  }

  /**
   * @param {string} name @param {string} command @param {string[]} args
   * @param {{env?: Record<string, string | undefined>, cwd?: string}} options
   * @returns {number} pid
   */
  start(name, command, args, { env = {}, cwd } = {}) {
    const log = fs.openSync(`${this.logs}/${name}.log`, 'a');
    // A group of its own: PHP's built-in server forks workers that its own end does not end.
    const [program, ...words] = withDescriptors([command, ...args], this.descriptors);
    const child = spawn(program, words, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
      detached: true,
    });
    fs.closeSync(log);
    this.#running.push({ name, child, start: () => this.start(name, command, args, { env, cwd }) });
    return /** @type {number} */ (child.pid);
  }

  /**
   * Kills what a process started and starts it again in the same way, as a supervisor does with one that died.
   * @param {string} name @returns {Promise<number>} its new pid
   */
  async again(name) {
    const found = this.#running.find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name} here.`);
    kill(found.child, 'SIGKILL');
    await ended(found.child);
    this.#running = this.#running.filter((one) => one !== found);
    return found.start();
  }

  /** @param {string} url polled until it answers, if only that there is no page @param {number} seconds @throws {DidNotStart} */
  async healthy(url, seconds = 120) {
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(100)) {
      const dead = this.#running.find(({ child }) => hasEnded(child));
      if (dead) throw new DidNotStart(`${dead.name} ended while starting:\n${this.tail(dead.name)}`);
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
      if (response && response.status < 500) return;
    }
    throw new DidNotStart(
      `${url} was not healthy within ${seconds} s:\n${this.#running.map(({ name }) => this.tail(name)).join('\n')}`,
    );
  }

  /** @param {string} name @returns {string} the end of its log */
  tail(name) {
    return fs.readFileSync(`${this.logs}/${name}.log`, 'utf8').split('\n').slice(-15).join('\n');
  }

  async stop() {
    this.#signal('SIGTERM');
    // Nobody is kept from ending by the time that the slowest would have had.
    const patience = sleep(this.patienceMs, undefined, { ref: false });
    const all = Promise.all(this.#running.map(({ child }) => ended(child)));
    await Promise.race([all, patience]);
    this.#signal('SIGKILL');
    await all;
    this.#running = [];
    this.haveEnded();
  }

  /** @param {NodeJS.Signals} signal to each whole group */
  #signal(signal) {
    for (const { child } of this.#running) kill(child, signal);
  }
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<unknown>} when it has ended */
const ended = async (child) => hasEnded(child) || new Promise((resolve) => child.once('exit', resolve));

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal to its whole group */
function kill(child, signal) {
  try {
    process.kill(-(/** @type {number} */ (child.pid)), signal);
  } catch {
    // It has ended.
  }
}
