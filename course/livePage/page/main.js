import { html, render } from 'lit-html';
import './chart.js';
import { labsView } from './labsView.js';
import { lanesView } from './lanesView.js';
import { roomView } from './roomView.js';

/** @import { Room } from '../room.js' */
/** @import { NumberedLab } from '../../src/course.js' */
/** @import { LabRun } from '../labs.js' */

/**
 * @typedef {import('../watch.js').Minute & {question: string, room: Room}} Minute question: id of the lab that the
 *   class predicts
 */

/**
 * @typedef {object} Course
 * @property {NumberedLab[]} labs
 * @property {Record<string, LabRun>} runs keys: ids of labs
 * @property {Record<string, {title: string, colour: string}>} targets the chats' targets of load/targets
 */

const page = {
  /** @type {Course | null} */
  course: null,
  /** @type {Minute | null} */
  minute: null,
  trouble: '',
};

/**
 * Posts an order to the server; the page shows a refusal.
 * @param {string} address @param {object} [body]
 */
async function order(address, body = {}) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(address, sent).catch(() => null);
  page.trouble = answer?.ok ? '' : ((await answer?.json())?.message ?? 'course/live does not answer.');
  show();
}

/** @typedef {typeof order} Order */

/** @type {Record<string, [name: string, view: (course: Course, minute: Minute) => unknown]>} */
const VIEWS = {
  '#room': ['Room', (_, minute) => roomView(minute.room)],
  '#lanes': ['Loops and workers', (course, minute) => lanesView(course, minute, order)],
  '#labs': ['Labs', (course, minute) => labsView(course, minute, order)],
};

function show() {
  const { course, minute, trouble } = page;
  if (document.hidden || !course || !minute) return;
  const shown = VIEWS[location.hash] ? location.hash : '#lanes';
  const links = Object.entries(VIEWS).map(
    ([hash, [name]]) => html`<a href=${hash} aria-current=${hash === shown ? 'page' : 'false'}>${name}</a>`,
  );
  render(
    html`<header>
        <h1 class="unseen">Live page</h1>
        <nav aria-label="Views">${links}</nav>
        <p class="trouble" role="alert">${trouble}</p>
      </header>
      <main>${VIEWS[shown][1](course, minute)}</main>`,
    document.body,
  );
}

const events = new EventSource('/api/events');
/** @param {string} name @param {(data: any) => void} hear */
const on = (name, hear) =>
  events.addEventListener(name, ({ data }) => {
    hear(JSON.parse(data));
    show();
  });
on('course', (/** @type {Course} */ course) => {
  page.course = course;
  page.trouble = '';
  for (const [name, { colour }] of Object.entries(course.targets)) document.body.style.setProperty(`--${name}`, colour);
  // A page that is opened during a lab shows that lab.
  const isRunning = Object.values(course.runs).some(({ state }) => state === 'running');
  if (isRunning && location.hash === '') location.hash = '#labs';
});
on('minute', (minute) => (page.minute = minute));
on('lab', ({ id, run }) => {
  if (run) /** @type {Course} */ (page.course).runs[id] = run;
  else delete page.course?.runs[id];
});
events.addEventListener('error', () => {
  page.trouble = 'course/live does not answer: is it still running?';
  show();
});
for (const change of ['hashchange', 'resize', 'visibilitychange']) addEventListener(change, show);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
