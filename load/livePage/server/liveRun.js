import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readScenario } from '../../scenarios/scenarios.js';
import { Shape } from '../../scenarios/shape.js';
import { readTarget } from '../../targets/targets.js';
import { addRow, rowOf } from './rows.js';
import { LIMITS } from './plan.js';

// Every driver has its timers set by then.
const START_AFTER_MS = 400;
const DRIVER = fileURLToPath(new URL('../driver/driverMain.js', import.meta.url));

/**
 * @typedef {object} TargetState of one target in a run
 * @property {string} name @property {string} title
 * @property {string} state what its driver does now @property {number | null} loggedIn users, while they log in
 * @property {string | null} failed why it could not go on
 * @property {import('../driver/driverMain.js').EndReport | null} end
 * @property {import('./rows.js').Row[]} rows
 *
 * @typedef {{second: number, label: string}} Mark
 */

/**
 * One run: a driver process for each target, which all begin in the same moment. It goes on whether or not anybody watches.
 * Emits `row` (target, row) and `state` whenever anything else has changed.
 */
export class LiveRun extends EventEmitter {
  /** @type {'gathering' | 'running' | 'ending' | 'ended'} */
  state = 'gathering';
  /** @type {number | null} ms since 1970 */
  startAt = null;
  /** @type {Mark[]} */
  marks = [];
  /** @type {string | null} a file of the run's folder, once it is written */
  report = null;
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  #drivers = new Map();
  #scenario;
  #waiting;
  #stopped = false;
  /** @type {NodeJS.Timeout[]} */
  #timers = [];

  /**
   * @param {{id: string, plan: import('./plan.js').Plan, folder: string, command: string, instance: string, addresses?: Record<string, string>}} parts
   *   addresses: of targets that are not the instance's
   */
  constructor({ id, plan, folder, command, instance, addresses = {} }) {
    super();
    this.id = id;
    this.plan = plan;
    this.folder = folder;
    this.#scenario = readScenario(plan.scenario);
    this.#waiting = new Set(plan.targets);
    /** @type {TargetState[]} */
    this.targets = plan.targets.map((name) => ({
      name,
      title: readTarget(name).title,
      state: 'starting',
      loggedIn: null,
      failed: null,
      end: null,
      rows: [],
    }));
    for (const target of this.targets) {
      const driver = fork(DRIVER, { serialization: 'advanced' });
      this.#drivers.set(target.name, driver);
      driver.on('message', (said) => this.#hear(target, /** @type {any} */ (said)));
      driver.on('error', (error) => this.#leave(target, error.message));
      driver.once('exit', (code, signal) => this.#leave(target, `its load client ended (${signal ?? code})`));
      const { scenario, users, rate, seconds } = plan;
      driver.send({
        plan: {
          target: target.name,
          instance,
          address: addresses[target.name],
          scenario,
          users,
          rate,
          seconds,
          command,
          folder,
        },
      });
    }
  }

  /** Sends no more; what was sent is still waited for, then the record is written. */
  stop() {
    if (this.#stopped || this.state === 'ended') return;
    this.#stopped = true;
    if (this.state === 'running') {
      this.mark('stopped');
      this.state = 'ending';
    }
    for (const timer of this.#timers) clearTimeout(timer);
    this.#tellAll('stop');
    this.emit('state');
  }

  /**
   * Writes down what was changed now.
   * @param {string} label @returns {boolean} false: there are too many, or the run has not begun or is over
   */
  mark(label) {
    if (this.state !== 'running' || this.startAt === null || this.marks.length >= LIMITS.marks) return false;
    const second = Math.max(0, Math.round((Date.now() - this.startAt) / 100) / 10);
    this.#write({ second, label });
    return true;
  }

  /** Ends it at once, without a record. */
  kill() {
    for (const driver of this.#drivers.values()) driver.kill('SIGKILL');
  }

  /** @returns what a page has to know, without the rows; title: of its scenario */
  summary() {
    const { id, plan, state, startAt, marks, report } = this;
    const targets = this.targets.map(({ rows: _, ...rest }) => rest);
    return {
      id,
      plan,
      state,
      elapsed: startAt === null ? null : (Date.now() - startAt) / 1000,
      marks,
      report,
      title: this.#scenario.title,
      targets,
    };
  }

  /** @returns the same with the rows */
  whole() {
    return { ...this.summary(), rows: Object.fromEntries(this.targets.map(({ name, rows }) => [name, rows])) };
  }

  /** @param {TargetState} target @param {any} said as driverMain.js says */
  #hear(target, said) {
    if (said.row) {
      const row = rowOf(said.row);
      addRow(target.rows, row);
      this.emit('row', target.name, row);
      return;
    }
    if (said.state) [target.state, target.loggedIn] = [said.state, said.users ?? null];
    if (said.ready) this.#ready(target);
    if (said.failing) {
      this.mark(`${target.name} ${said.failing}`);
      target.state = said.failing;
    }
    if (said.ended) target.end = said.ended;
    if (said.failed) target.failed = said.failed;
    this.emit('state');
  }

  /** @param {TargetState} target has gathered, or will not */
  #ready(target) {
    if (!this.#waiting.delete(target.name) || this.#waiting.size > 0 || this.state !== 'gathering') return;
    if (this.targets.every(({ failed }) => failed !== null)) return;
    this.startAt = Date.now() + START_AFTER_MS;
    this.state = 'running';
    this.#tellAll({ startAt: this.startAt });
    this.#markPhases(this.startAt);
  }

  /** What the scenario changes is a mark too. @param {number} startAt ms since 1970 */
  #markPhases(startAt) {
    const [, ...later] = new Shape(this.#scenario, this.plan).phases;
    for (const { name, from } of later) {
      const timer = setTimeout(() => this.mark(name), startAt + from * 1000 - Date.now());
      this.#timers.push(timer.unref());
    }
  }

  /** @param {TargetState} target @param {string} why */
  #leave(target, why) {
    if (!this.#drivers.delete(target.name)) return;
    if (!target.end) target.failed ??= why;
    target.state = target.end ? 'ended' : 'failed';
    this.#ready(target);
    if (this.#drivers.size === 0) this.state = 'ended';
    this.emit('state');
    if (this.#drivers.size === 0) this.emit('ended');
  }

  /** @param {Mark} mark */
  #write(mark) {
    this.marks.push(mark);
    this.#tellAll({ mark });
    this.emit('state');
  }

  /** @param {any} order */
  #tellAll(order) {
    for (const driver of this.#drivers.values()) if (driver.connected) driver.send(order);
  }
}
