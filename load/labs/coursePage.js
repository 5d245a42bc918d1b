import fs from 'node:fs';
import { markup, raw } from '../htmlReport/markup.js';
import { selfContained } from '../htmlReport/selfContained.js';
import { cellText, letterOf, measuredText, timesText } from './ending.js';
import { picturesOf } from './pictures.js';

const STYLES = [new URL('../../web/css/tokens.css', import.meta.url), new URL('course.css', import.meta.url)];

/**
 * @typedef {import('./course.js').NumberedLab} NumberedLab
 * @typedef {import('./runLab.js').LabRecord} LabRecord
 * @typedef {{lab: NumberedLab, run: LabRecord}} Done
 */

/**
 * The course as one file: styles and pictures stand in it, and its Content-Security-Policy lets it load nothing.
 * @param {Done[]} done at least one @returns {string}
 */
export function coursePage(done) {
  const styles = STYLES.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  const { machine, commit, date } = done[0].run;
  const missed = done.filter(({ run }) => !run.held);
  const sentence =
    missed.length === 0
      ? `All ${done.length} labs showed what they claim.`
      : `${missed.length} of ${done.length} labs did not show what they claim: ${missed.map(({ lab }) => lab.number).join(', ')}.`;
  const title = 'Labs: event loops and workers';
  const body = markup`<header>
<p class="about">Commit ${commit} · ${machine} · ${date}</p>
<h1>Event loops and workers: the labs</h1>
<p class="sentence">${sentence}</p>
</header>
<nav aria-label="Labs">${done.map(({ lab }) => markup`<a href="#lab-${lab.number}">${lab.number} ${lab.title}</a>`)}</nav>
<main>${done.map(section)}</main>`;
  return selfContained({ title, styles, body });
}

/** @param {Done} done */
function section({ lab, run }) {
  const { choices, right } = lab.predict;
  return markup`
<section id="lab-${lab.number}">
<h2>Lab ${lab.number}: ${lab.title}</h2>
<p class="question">${lab.question}</p>
<ol class="choices">${choices.map((choice) => markup`<li>${choice}</li>`)}</ol>
<p><code>${run.command}</code> ${lab.runs.join(' ')}${run.short && ` Short form: ${lab.shortForm}`}</p>
${picturesOf(lab, run).map(({ svg }) => markup`<figure>${raw(svg)}</figure>`)}
<div class="scroll">${tableMarkup(run.table)}</div>
${run.claims.map(claim)}
${run.remarks.map((remark) => markup`<p>${remark}</p>`)}
<p>The right choice was ${letterOf(right)}. ${lab.because.join(' ')}</p>
<h3>Try next</h3>
<ul>${lab.tryNext.map((idea) => markup`<li>${idea}</li>`)}</ul>
<h3>For the exam</h3>
<details><summary>${lab.exam.question}</summary><p>${lab.exam.answer}</p></details>
<p class="about">${run.seconds.toFixed(0)} s, the machine at load ${run.load.toFixed(1)}; ${run.date}</p>
</section>`;
}

/** @param {import('./lab.js').Seen['table']} data */
export function tableMarkup({ head, rows }) {
  const cell = (/** @type {string | number} */ value) =>
    markup`<td class="${typeof value === 'string' ? 'words' : ''}">${cellText(value)}</td>`;
  return markup`<table>
<thead><tr>${head.map((name) => (name === '' ? markup`<td></td>` : markup`<th scope="col">${name}</th>`))}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map(cell)}</tr>`)}</tbody>
</table>`;
}

/** @param {import('./runLab.js').Checked} checked */
function claim(checked) {
  const { text, over, under, ratio, least, held } = checked;
  const most = Math.max(over.value, under.value, Number.MIN_VALUE);
  const bar = (/** @type {import('./lab.js').Value} */ { name, value }) =>
    markup`<dt>${name}</dt><dd><meter min="0" max="${most}" value="${value}"></meter> ${measuredText(value, checked)}</dd>`;
  return markup`<div class="claim ${held ? 'held' : 'missed'}">
<p>${text} <strong>${held ? 'Held' : 'Not held'}: ${timesText(ratio)}</strong> (at least ${least}).</p>
<dl>${bar(over)}${bar(under)}</dl>
</div>`;
}
