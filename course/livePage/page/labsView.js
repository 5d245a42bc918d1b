import { chartOf } from '../../charts/chartOf.js';
import { element } from '../../charts/element.js';
import { lookOfLine } from '../../charts/looks.js';
import { letterOf } from '../../src/ending.js';
import { addLabEvents, isUnderWay } from '../labRun.js';
import { verdictOf, whyOf } from './labCame.js';
import { order } from './order.js';

/**
 * @typedef {ReturnType<import('../server/labDesk.js').LabDesk['asked']>[number]} AskedLab
 * @typedef {import('../labRun.js').LabRun} LabRun
 */

const CLOCK_EVERY_MS = 500;

/** @param {number} seconds @returns {string} 1:05 */
function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/**
 * The labs of the course: each is asked, predicted, started, seen, and compared with what was predicted.
 * @param {HTMLElement} into
 */
export function labsView(into) {
  /** @type {AskedLab[]} */
  let course = [];
  /** @type {Record<string, LabRun>} */
  let runs = {};
  let chosen = '';
  /** How far the server's clock is ahead of the time since this page began, ms. */
  let ahead = 0;
  /** @type {(() => void) | null} what points that come change */
  let redraw = null;
  let showClock = () => {};
  /** @type {Array<import('../../charts/chartOf.js').Chart>} */
  let charts = [];
  const list = element('nav', { class: 'lab-list', 'aria-label': 'Labs of the course' });
  const stage = element('div', { class: 'lab-stage' });
  into.append(element('div', { class: 'labs' }, [list, stage]));

  function drawList() {
    list.replaceChildren(
      ...course.map(({ id, number, title }) => {
        const [sign, text] = signOf(runs[id]);
        const link = element('button', { type: 'button', class: 'lab-link' }, [
          element('span', { class: 'lab-number' }, [number]),
          element('span', {}, [title]),
          element('span', { class: 'lab-sign', role: 'img', 'aria-label': text }, [sign]),
        ]);
        if (id === chosen) link.setAttribute('aria-current', 'true');
        link.addEventListener('click', () => choose(id));
        return link;
      }),
    );
  }

  /** @param {string} id */
  function choose(id) {
    chosen = id;
    drawList();
    drawStage();
    /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'))?.focus();
  }

  function drawStage() {
    for (const chart of charts) chart.destroy();
    charts = [];
    redraw = null;
    showClock = () => {};
    const lab = course.find(({ id }) => id === chosen);
    if (!lab) return stage.replaceChildren();
    const run = runs[lab.id];
    const heading = element('h2', { class: 'lab-title' }, [`Lab ${lab.number}: ${lab.title}`]);
    if (!run) return stage.replaceChildren(heading, ...askOf(lab));
    const predicted = element('p', { class: 'lab-predicted' }, [
      'You predicted ',
      element('strong', {}, [`${letterOf(run.prediction)}: ${lab.choices[run.prediction]}`]),
    ]);
    const steps = element('p', { class: 'lab-step', role: 'status' }, ['Begins']);
    const pictures = element('div', { class: 'lab-charts' });
    const isGoing = isUnderWay(run);
    const button = element('button', { type: 'button', class: isGoing ? 'stop' : 'quiet' }, [
      isGoing ? 'Stop' : 'Reset',
    ]);
    button.toggleAttribute('disabled', run.state === 'stopping');
    button.addEventListener('click', () => order(isGoing ? '/api/lab/stop' : '/api/lab/reset', { id: lab.id }));
    const clock = element('span', { class: 'lab-clock' });
    const bar = element('div', { class: 'lab-bar' }, [predicted, clock, button]);
    stage.replaceChildren(
      heading,
      element('p', { class: 'lab-question' }, [lab.question, ...(run.short ? [` Short form: ${lab.shortForm}`] : [])]),
      bar,
      ...(run.came ? verdictOf(lab, run, run.came) : [steps]),
      pictures,
      ...(run.came ? whyOf(run.came) : []),
    );
    charts = lab.charts.map((chart) => labChart(pictures, chart));
    showClock = () => {
      clock.textContent = isGoing ? clockText((performance.now() + ahead - run.began) / 1000) : '';
    };
    showClock();
    redraw = () => {
      const last = run.steps[run.steps.length - 1];
      steps.textContent =
        run.failed ??
        (run.state === 'stopped' ? 'Stopped.' : last ? `${last.at.toFixed(0)} s: ${last.text}` : 'Begins');
      steps.toggleAttribute('data-bad', run.failed !== null);
      for (const [place, chart] of charts.entries()) chart.update(labLines(lab.charts[place], run));
    };
    redraw();
    return undefined;
  }

  /** @param {AskedLab} lab @returns {HTMLElement[]} its question, to be answered before it starts */
  function askOf(lab) {
    const start = element('button', { class: 'go', disabled: '' }, ['Start']);
    const choices = lab.choices.map((text, place) => {
      const radio = element('input', { type: 'radio', name: 'prediction', value: String(place) });
      return element('label', { class: 'lab-choice' }, [
        radio,
        element('strong', {}, [letterOf(place)]),
        element('span', {}, [text]),
      ]);
    });
    const short = element('input', { type: 'checkbox', name: 'short' });
    const form = element('form', { class: 'lab-ask', novalidate: '', 'aria-label': 'Predict, then start' }, [
      element('fieldset', {}, [element('legend', {}, [lab.question]), ...choices]),
      element('div', { class: 'lab-begin' }, [
        start,
        element('label', { class: 'choice' }, [
          short,
          element('span', {}, [`short form, a few seconds. ${lab.shortForm}`]),
        ]),
      ]),
    ]);
    form.addEventListener('change', () =>
      start.toggleAttribute('disabled', new FormData(form).get('prediction') === null),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const prediction = new FormData(form).get('prediction');
      order('/api/lab', {
        id: lab.id,
        prediction: prediction === null ? null : Number(prediction),
        short: short.checked,
      });
    });
    return [
      form,
      element(
        'ul',
        { class: 'lab-runs' },
        lab.runs.map((text) => element('li', {}, [text])),
      ),
    ];
  }

  setInterval(() => showClock(), CLOCK_EVERY_MS);

  return {
    /**
     * @param {{course: AskedLab[], runs: Record<string, LabRun>, now: number}} whole now: ms since 1970, by the
     *   server's clock
     */
    know(whole) {
      ({ course, runs } = whole);
      ahead = whole.now - performance.now();
      const going = course.find(({ id }) => isUnderWay(runs[id]));
      chosen = going?.id ?? (course.some(({ id }) => id === chosen) ? chosen : (course[0]?.id ?? ''));
      drawList();
      drawStage();
    },
    /** @param {string} id @param {LabRun | null} run @param {number} now */
    change(id, run, now) {
      ahead = now - performance.now();
      if (run === null) delete runs[id];
      else runs[id] = run;
      if (isUnderWay(run)) chosen = id;
      drawList();
      if (id === chosen) drawStage();
    },
    /** @param {string} id @param {import('../labRun.js').LabEvent[]} events */
    add(id, events) {
      if (!runs[id]) return;
      addLabEvents(runs[id], events);
      if (id === chosen) redraw?.();
    },
    isRunning: () => Object.values(runs).some(isUnderWay),
  };
}

/** @param {LabRun | undefined} run @returns {[sign: string, text: string]} */
function signOf(run) {
  if (isUnderWay(run)) return ['…', 'running'];
  if (!run?.came) return ['', 'not run'];
  if (!run.came.record.held) return ['?', 'the effect did not show'];
  return run.came.right === run.prediction ? ['✓', 'as predicted'] : ['≠', 'not as predicted'];
}

/** @param {import('../../src/lab.js').Chart} chart @param {LabRun} [run] */
const labLines = ({ key, lines }, run) =>
  lines.map((line, place) => ({
    name: line.name,
    look: { ...lookOfLine(line, place), shape: null },
    points: (run?.series[key]?.[line.key] ?? []).map(([x, y]) => ({ x, y })).sort((one, other) => one.x - other.x),
  }));

/** @param {HTMLElement} into @param {import('../../src/lab.js').Chart} chart */
const labChart = (into, chart) =>
  chartOf(into, labLines(chart), {
    title: `${chart.title}: ${chart.y.label} over ${chart.x.label}`,
    x: chart.x,
    y: { ...chart.y, ...(chart.y.scale === 'log' && { note: 'Logarithmic.' }) },
    height: 130,
    bare: true,
  });
