import { spawn } from 'node:child_process';
import readline from 'node:readline';
import { ROOT } from '../../load/src/paths.js';

/** @import { LabRecord } from '../src/runLab.js' */
/** @import { ChildProcess } from 'node:child_process' */
/** @import { NumberedLab } from '../src/course.js' */

/**
 * A lab on the live page.
 * @typedef {object} LabRun
 * @property {'running' | 'stopping' | 'stopped' | 'failed' | 'ended'} state
 * @property {number} began ms since 1970 @property {number} prediction index of the choice
 * @property {string} step the newest step, or why the run failed
 * @property {Record<string, Record<string, Array<[number, number | null]>>>} series points by chart and line
 * @property {Omit<LabRecord, 'series'> | null} result null until the run has ended
 */

/** The labs of the course and their runs. Each run is a child process, which goes on when the page is closed. */
export class Labs {
  /** @type {Record<string, LabRun>} keys: ids of labs */
  runs = {};
  /** @type {Set<string>} labs that changed since the last event to the pages */
  changed = new Set();
  /** @type {ChildProcess | null} */
  #child = null;

  /** @param {NumberedLab[]} course @param {string[]} options the options for course/lab */
  constructor(course, options) {
    this.course = course;
    this.options = options;
  }

  get isBusy() {
    return this.#child !== null;
  }

  /** @param {NumberedLab} lab @param {number} prediction index of the choice @param {(step: string) => void} onStep */
  start({ id, number }, prediction, onStep) {
    /** @type {LabRun} */
    const run = { state: 'running', began: Date.now(), prediction, step: 'Begins', series: {}, result: null };
    this.runs[id] = run;
    this.changed.add(id);
    const words = [number, '--events', ...this.options];
    const child = spawn('course/lab', words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    const hear = (/** @type {string} */ line) => {
      const event = eventIn(line);
      run.step = (event ? event.step : line) || run.step;
      if (event?.step) onStep(event.step);
      if (event?.point) addPoint(run, event.point);
      if (event?.ended) run.result = event.ended;
      this.changed.add(id);
    };
    for (const input of [child.stdout, child.stderr]) readline.createInterface({ input }).on('line', hear);
    child.once('error', (error) => (run.step = error.message));
    child.once('close', () => {
      this.#child = null;
      run.state = run.result ? 'ended' : run.state === 'stopping' ? 'stopped' : 'failed';
      this.changed.add(id);
    });
  }

  stop() {
    for (const [id, run] of Object.entries(this.runs)) {
      if (run.state !== 'running') continue;
      run.state = 'stopping';
      this.changed.add(id);
    }
    // At SIGINT a lab first ends all that it started.
    this.#child?.kill('SIGINT');
  }

  /** Forgets a run, for the next class. @param {string} id */
  forget(id) {
    delete this.runs[id];
    this.changed.add(id);
  }
}

/** @param {string} line that a lab printed @returns {any} its event; null: an error or a warning, shown as it is */
function eventIn(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** @param {LabRun} run @param {{chart: string, line: string, x: number, y: number | null}} point */
function addPoint({ series }, { chart, line, x, y }) {
  ((series[chart] ??= {})[line] ??= []).push([x, y]);
}
