import { startChild } from './child.js';

/**
 * A lab on the live page.
 * @typedef {object} LabRun
 * @property {'running' | 'stopping' | 'stopped' | 'failed' | 'ended'} state
 * @property {number} began ms since 1970 @property {number} prediction place of the choice
 * @property {number[]} votes of the class, for each choice
 * @property {string} step the last that has begun, or why it failed
 * @property {Record<string, Record<string, Array<[number, number | null]>>>} series points by chart and line
 * @property {Came | null} came once it has ended
 *
 * @typedef {import('../src/runLab.js').LabRecord} LabRecord
 * @typedef {{right: number, because: string[], run: Omit<LabRecord, 'series' | 'steps'>}} Came what nobody is told
 *   before
 */

/** The labs of the course and what came of each: in a process of its own, which goes on when the page is closed. */
export class Labs {
  /** @type {Record<string, LabRun>} by lab */
  runs = {};
  /** @type {Set<string>} labs that have changed since pages were told */
  changed = new Set();
  /** @type {{stop: () => void} | null} */
  #child = null;

  /** @param {import('../src/course.js').NumberedLab[]} course @param {string[]} options of course/lab */
  constructor(course, options) {
    this.course = course;
    this.options = options;
  }

  get isBusy() {
    return this.#child !== null;
  }

  /** What a class is told before it has predicted. */
  get asked() {
    return this.course.map(({ id, number, title, question, choices, charts }) => {
      return { id, number, title, question, choices, charts };
    });
  }

  /**
   * @param {{id: string, prediction: number, votes: number[]}} order @param {(step: string) => void} onStep
   * @returns {import('../src/course.js').NumberedLab | undefined} that has begun; undefined: there is none of that id
   */
  start({ id, prediction, votes }, onStep) {
    const lab = this.course.find((one) => one.id === id);
    if (!lab || prediction >= lab.choices.length) return undefined;
    /** @type {LabRun} */
    const run = { state: 'running', began: Date.now(), prediction, votes, step: 'Begins', series: {}, came: null };
    this.runs[id] = run;
    this.changed.add(id);
    const { right } = lab;
    this.#child = startChild(['course/lab', lab.number, '--events', ...this.options], {
      onLine: (line, isError) => {
        const said = isError ? { step: line } : JSON.parse(line);
        if (said.step) run.step = said.step;
        if (said.step && !isError) onStep(said.step);
        if (said.point) addPoint(run, said.point);
        if (said.ended) run.came = { right, because: lab.because, run: said.ended };
        this.changed.add(id);
      },
      onEnd: () => {
        this.#child = null;
        run.state = run.came ? 'ended' : run.state === 'stopping' ? 'stopped' : 'failed';
        this.changed.add(id);
      },
    });
    return lab;
  }

  stop() {
    for (const [id, run] of Object.entries(this.runs)) {
      if (run.state !== 'running') continue;
      run.state = 'stopping';
      this.changed.add(id);
    }
    this.#child?.stop();
  }

  /** For the next class. @param {string} id */
  forget(id) {
    delete this.runs[id];
    this.changed.add(id);
  }
}

/** @param {LabRun} run @param {{chart: string, line: string, x: number, y: number | null}} point */
function addPoint({ series }, { chart, line, x, y }) {
  ((series[chart] ??= {})[line] ??= []).push([x, y]);
}
