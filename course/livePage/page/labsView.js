import { html } from 'lit-html';
import { labOption } from '../../src/labOption.js';
import { look } from './chart.js';

/** @import { Course, Minute, Order } from './main.js' */
/** @import { LabRun } from '../labs.js' */
/** @import { NumberedLab } from '../../src/course.js' */
/** @import { Checked } from '../../src/runLab.js' */

/** @typedef {NumberedLab} Lab */

const NARROW_PX = 900;
const letterOf = (/** @type {number} */ index) => 'ABC'[index];

/**
 * Shows the labs. The class predicts each, starts it, watches it, and compares the result with the prediction.
 * @param {Course} course @param {Minute} minute @param {Order} order
 */
export function labsView({ labs, runs, targets }, minute, order) {
  const running = labs.find(({ id }) => isGoing(runs[id]));
  const lab = running ?? labs.find(({ id }) => id === minute.question) ?? labs[0];
  const link = (/** @type {Lab} */ { id, number, title, right }) =>
    html`<button
      aria-current=${id === lab.id ? 'true' : 'false'}
      ?disabled=${running}
      @click=${() => order('/api/question', { id })}
    >
      <b>${number}</b> ${title} <span class="sign">${signOf(right, runs[id])}</span>
    </button>`;
  const run = runs[lab.id];
  return html`<div class="labs">
    <nav aria-label="Labs of the course">${labs.map(link)}</nav>
    <section class="lab" aria-label="Lab ${lab.number}">
      <h2>Lab ${lab.number}: ${lab.title}</h2>
      ${run ? runOf(lab, run, targets, order, minute.at) : askOf(lab, order)}
    </section>
  </div>`;
}

/** @param {LabRun | undefined} run */
const isGoing = (run) => run?.state === 'running' || run?.state === 'stopping';

/** @param {number} right index of the right choice @param {LabRun | undefined} run */
function signOf(right, run) {
  if (isGoing(run)) return 'running';
  if (!run?.result) return '';
  return run.result.held ? letterOf(right) : 'did not show';
}

/**
 * Shows a lab's question. The class raises hands, and the person who starts the lab enters the answer.
 * @param {Lab} lab @param {Order} order
 */
function askOf({ id, question, choices }, order) {
  const start = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    order('/api/lab', { id, prediction: Number(form.get('prediction')) });
  };
  return html`<form class="ask" @submit=${start}>
    <fieldset>
      <legend>${question}</legend>
      ${choices.map(
        (choice, index) =>
          html`<label>
            <input type="radio" name="prediction" value=${index} required /><b>${letterOf(index)}</b>
            <span>${choice}</span>
          </label>`,
      )}
    </fieldset>
    <button class="go">Start</button>
  </form>`;
}

/**
 * @param {Lab} lab @param {LabRun} run @param {Course['targets']} targets @param {Order} order
 * @param {number} now ms since 1970 by the server's clock
 */
function runOf(lab, run, targets, order, now) {
  const { id, choices, question, charts, because } = lab;
  const { result, prediction, state, step } = run;
  const seconds = Math.max(0, Math.round((now - run.began) / 1000));
  const perRow = charts.length > 1 || innerWidth < NARROW_PX ? 1 : 3;
  const going = isGoing(run) ? `${seconds} s: ` : '';
  const button = isGoing(run)
    ? html`<button ?disabled=${state === 'stopping'} @click=${() => order('/api/stop')}>Stop</button>`
    : html`<button @click=${() => order('/api/question', { id, isNew: true })}>Reset</button>`;
  return html`${result ? '' : html`<p>${question}</p>`}
    <p class="sides">
      <span>Predicted: <b>${letterOf(prediction)}: ${choices[prediction]}</b></span>
      ${button}
    </p>
    <p class="step" role="status">
      ${result ? verdictOf(lab, result.held, prediction) : state === 'stopped' ? 'Stopped.' : going + step}
    </p>
    <div class="claims">${result?.claims.map(claimOf)}</div>
    <div class="charts">
      ${charts.map(
        (chart) =>
          html`<echarts-chart
            role="img"
            aria-label=${chart.title}
            .option=${labOption(chart, run.series[chart.key] ?? {}, { ...look(targets), perRow })}
          ></echarts-chart>`,
      )}
    </div>
    ${
      result &&
      html`<details>
        <summary>Why</summary>
        <ul>
          ${because.map((sentence) => html`<li>${sentence}</li>`)}
        </ul>
        ${tableOf(result.table)}
      </details>`
    }`;
}

/** @param {Checked} claim */
const claimOf = ({ text, seen, held }) =>
  html`<p class="claim"><b>${held ? 'Held' : 'Not held'}: ${seen}.</b> ${text}</p>`;

/** @param {Lab} lab @param {boolean} held @param {number} prediction */
function verdictOf({ right, choices }, held, prediction) {
  if (!held) return html`<b>The effect did not show.</b> That says nothing of the prediction. Run it again.`;
  return right === prediction ? html`<b>As predicted.</b>` : html`<b>Result: ${letterOf(right)}: ${choices[right]}</b>`;
}

/** @param {{head: string[], rows: string[][]}} table */
const tableOf = ({ head, rows }) =>
  html`<table>
    <thead>
      <tr>
        ${head.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, ...cells]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
