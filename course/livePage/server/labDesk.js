import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readCourse } from '../../src/course.js';
import { addLabEvents, isUnderWay, newLabRun } from '../labRun.js';
import { BadRequest, mustBeObject } from './badRequest.js';

const LAB = fileURLToPath(new URL('../lab/labMain.js', import.meta.url));

/** @typedef {import('../lab/labMain.js').LabReport} LabReport */

/**
 * The labs of the course, what was predicted, and what came: each as it was run last. One at a time, in a process of
 * its own, whether or not anybody watches.
 * Emits `lab` (id, its run or null) where anything but points and steps has changed, and `events` (id, those that
 * came).
 */
export class LabDesk extends EventEmitter {
  /** @type {Map<string, import('../labRun.js').LabRun>} by lab */
  runs = new Map();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /**
   * @param {import('../../src/course.js').NumberedLab[]} course
   * @param {import('../../src/lectureChats.js').Where} where
   * @param {URL} [folder] of the course, where it is not ours
   */
  constructor(course, where, folder) {
    super();
    this.course = course;
    this.where = where;
    this.folder = folder;
  }

  /** @param {import('../../src/lectureChats.js').Where} where @param {URL} [folder] of another course */
  static async ofCourse(where, folder) {
    return new LabDesk(await readCourse(folder), where, folder);
  }

  /** @returns {boolean} */
  get isBusy() {
    return this.#child !== undefined;
  }

  /** @returns what a class is told before it has predicted: nothing that tells what will come */
  asked() {
    return this.course.map(({ id, number, title, question, predict, runs, shortForm, servers, charts }) => {
      return { id, number, title, question, choices: predict.choices, runs, shortForm, servers, charts };
    });
  }

  /**
   * @returns {{course: ReturnType<LabDesk['asked']>, runs: Record<string, import('../labRun.js').LabRun>, now: number}}
   *   now: ms since 1970
   */
  whole() {
    return { course: this.asked(), runs: Object.fromEntries(this.runs), now: Date.now() };
  }

  /** @param {any} asked @returns {import('../../src/course.js').NumberedLab} that has begun @throws {BadRequest} */
  start(asked) {
    const lab = this.#find(asked);
    const { prediction, short = false } = asked;
    const { choices } = lab.predict;
    if (!Number.isInteger(prediction) || prediction < 0 || prediction >= choices.length)
      throw new BadRequest('prediction', `Predict first: choose one of ${choices.length}.`);
    if (typeof short !== 'boolean') throw new BadRequest('short', 'short: true or false.');
    this.#set(lab.id, newLabRun({ prediction, short, charts: lab.charts }));
    const child = fork(LAB);
    this.#child = child;
    /** @type {Exclude<LabReport, {events: any}> | undefined} */
    let last;
    child.on('message', (message) => {
      const said = /** @type {LabReport} */ (message);
      if ('events' in said) this.#add(lab.id, said.events);
      else last = said;
    });
    child.on('error', (error) => (last ??= { failed: error.message }));
    // Once all that it said has come, and the next lab may begin.
    child.once('close', (code, signal) => {
      this.#child = undefined;
      this.#change(lab.id, endOf(lab, last ?? { failed: `its process ended (${signal ?? code})` }));
    });
    child.send({ id: lab.id, short, where: this.where, course: this.folder?.href });
    return lab;
  }

  /** @returns {boolean} false: none was running */
  stop() {
    const [id] = [...this.runs].find(([, { state }]) => state === 'running') ?? [];
    if (id === undefined) return false;
    this.#change(id, { state: 'stopping' });
    this.#child?.send('stop');
    return true;
  }

  /** Forgets what was predicted and what came. @param {any} asked @throws {BadRequest} */
  reset(asked) {
    const { id } = this.#find(asked);
    if (isUnderWay(this.runs.get(id))) throw new BadRequest('id', 'It is running: stop it first.');
    this.runs.delete(id);
    this.emit('lab', id, null);
  }

  /** What a lab has started ends with it, so it is not killed. */
  close() {
    this.removeAllListeners();
    if (this.#child?.connected) this.#child.disconnect();
  }

  /** @param {any} asked @throws {BadRequest} */
  #find(asked) {
    mustBeObject(asked);
    const lab = this.course.find(({ id }) => id === asked.id);
    if (!lab) throw new BadRequest('id', `Labs are ${this.course.map(({ id }) => id).join(', ')}.`);
    return lab;
  }

  /** @param {string} id @param {import('../labRun.js').LabEvent[]} events */
  #add(id, events) {
    const run = this.runs.get(id);
    if (run) addLabEvents(run, events);
    this.emit('events', id, events);
  }

  /** @param {string} id @param {Partial<import('../labRun.js').LabRun>} change */
  #change(id, change) {
    const run = this.runs.get(id);
    if (run) this.#set(id, { ...run, ...change });
  }

  /** @param {string} id @param {import('../labRun.js').LabRun} run */
  #set(id, run) {
    this.runs.set(id, run);
    this.emit('lab', id, run);
  }
}

/**
 * @param {import('../../src/course.js').NumberedLab} lab @param {Exclude<LabReport, {events: any}>} last
 * @returns {Partial<import('../labRun.js').LabRun>}
 */
function endOf({ predict, because, tryNext }, last) {
  if ('failed' in last) return { state: 'failed', failed: last.failed };
  if ('stopped' in last) return { state: 'stopped' };
  return {
    state: 'ended',
    came: { right: predict.right, because, tryNext, record: withoutCurves(last.ended) },
  };
}

/** What has been told as it came. @param {import('../../src/runLab.js').LabRecord} record */
const withoutCurves = ({ series: _, steps: __, ...record }) => record;
