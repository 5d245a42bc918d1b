import { markup, raw } from '../../load/src/report/markup.js';
import { commandOf } from '../src/course.js';
import { cellText, letterOf, measuredText, timesText } from '../src/ending.js';
import { picturesOf } from '../src/pictures.js';

/**
 * @typedef {import('../src/course.js').NumberedLab} NumberedLab
 * @typedef {import('../src/runLab.js').LabRecord} LabRecord
 *
 * @typedef {object} Slide
 * @property {string} id by which an address names it
 * @property {string} lab its number; '' for those of none
 * @property {ReturnType<typeof markup>} body
 * @property {Array<string | ReturnType<typeof markup>>} notes for the lecturer, a paragraph each
 */

/** @param {Array<{lab: NumberedLab, run: LabRecord | null}>} course @returns {Slide[]} */
export const slidesOf = (course) => [title(course), processes(), agenda(course), ...course.flatMap(labSlides)];

/** @param {Array<{run: LabRecord | null}>} course @returns {Slide} */
function title(course) {
  const run = course.find((one) => one.run)?.run;
  return {
    id: 'start',
    lab: '',
    body: markup`<h1 class="huge">Event loops and workers</h1>
<p>The same chat twice, on Node.js and on Laravel, under load: predict, measure, explain.</p>
${run && markup`<p class="soft">Pictures of real runs: ${run.machine}, ${run.date.slice(0, 10)}, commit ${run.commit}.</p>`}
<p class="soft keys"><kbd>→</kbd> next <kbd>←</kbd> back <kbd>Home</kbd> start <kbd>L</kbd> next lab <kbd>T</kbd> light or dark <kbd>F</kbd> full screen <kbd>N</kbd> speaker notes</p>`,
    notes: [
      'This window is for you alone: keep it on your own screen. The keys of the slides work here too, and printing it gives a handout with all notes.',
      'Say first that both chats look and behave alike: open both, write a message in each. Only the way of building differs.',
    ],
  };
}

/** @returns {Slide} */
function processes() {
  return {
    id: 'processes',
    lab: '',
    body: markup`<h2>Who serves what</h2>
<div class="processes">
<p class="chat node">Node.js chat</p>
<p class="box loop node">one event loop, port 3000<br>HTTP, WebSockets, storing</p>
<p class="box">worker threads<br>for what would block it</p>
<p class="chat laravel">Laravel chat</p>
<p class="box loop laravel">one event loop, port 6001<br>WebSockets</p>
<p class="box laravel">nginx, port 8000<br>4 php-fpm workers: HTTP</p>
</div>
<p><strong>Event loop</strong>: one process, takes whatever is ready next, and never waits for one thing while another is ready.</p>
<p><strong>Worker</strong>: one of several processes; each serves one request from its start to its end.</p>`,
    notes: [
      'Ask before you explain: who answers a page, who answers a WebSocket, and what happens if one of them is busy for 3 seconds?',
      'course/live shows what each of them does now.',
      'Node.js has worker threads too, and Laravel has an event loop too: the labs compare ways of serving, not languages.',
    ],
  };
}

/** @param {Array<{lab: NumberedLab}>} course @returns {Slide} */
function agenda(course) {
  const line = (/** @type {NumberedLab} */ lab) =>
    markup`<li><a href="#lab-${lab.number}"><b>${lab.number}</b> ${lab.title}</a></li>`;
  return {
    id: 'labs',
    lab: '',
    body: markup`<h2>The labs</h2><ul class="agenda">${course.map(({ lab }) => line(lab))}</ul>`,
    notes: [
      'A lecture of 90 minutes has time for most labs, five to seven minutes each; a seminar of 45 minutes for labs 1, 1b, 2 and 6.',
      'The order is always the same: predict, measure, explain. No run without hands up for A, B or C.',
    ],
  };
}

/** @param {{lab: NumberedLab, run: LabRecord | null}} one @returns {Slide[]} */
function labSlides({ lab, run }) {
  const { choices, right } = lab.predict;
  const head = (/** @type {string} */ text) => markup`<h2><span class="number">${lab.number}</span> ${text}</h2>`;
  /** @type {Array<[name: string, body: Slide['body'], notes: Slide['notes']]>} */
  const slides = [
    [
      '',
      markup`${head(lab.title)}<p class="question">${lab.question}</p>
<ol class="choices">${choices.map((choice) => markup`<li>${choice}</li>`)}</ol>
<p class="soft">Predict first: hands up for A, B or C.</p>`,
      [lab.notes.question, 'Count the hands, and do not say yet which choice is right.'],
    ],
    [
      'run',
      markup`${head('Measure')}<p><code class="command">${commandOf(lab)}</code></p>
<ul>${lab.runs.map((line) => markup`<li>${line}</li>`)}</ul>`,
      runNotes(lab, run),
    ],
    ...(run ? seen(lab, run, head) : []),
    [
      'why',
      markup`${head(`${letterOf(right)}: ${choices[right]}`)}<ul>${lab.because.map((line) => markup`<li>${line}</li>`)}</ul>`,
      [lab.notes.why],
    ],
    [
      'exam',
      markup`${head('For the exam')}<p class="question">${lab.exam.question}</p>`,
      ['Three minutes, in pairs. The next slide has an answer.'],
    ],
    ['answer', markup`${head('For the exam: an answer')}<p>${lab.exam.answer}</p>`, ['To try next:', ...lab.tryNext]],
  ];
  return slides.map(([name, body, notes]) => ({
    id: ['lab', lab.number, name].filter(Boolean).join('-'),
    lab: lab.number,
    body,
    notes,
  }));
}

/** More do not fit on 1,280 x 720 where the letters are as wide as DejaVu's. */
const CLAIMS_OF_A_SLIDE = 2;

/** @param {NumberedLab} lab @param {LabRecord | null} run @returns {string[]} */
const runNotes = (lab, run) => [
  lab.servers === 'lecture'
    ? 'It needs the chats of infra/up --lecture --detach. The tab Labs of course/live runs it too, and draws its curves as they grow.'
    : 'It starts its own servers. The tab Labs of course/live runs it too, and draws its curves as they grow.',
  ...(run ? [`The saved run took ${run.seconds.toFixed(0)} s: say meanwhile what it does.`] : []),
  `With --short it takes a few seconds. ${lab.shortForm}`,
];

/**
 * @param {NumberedLab} lab @param {LabRecord} run @param {(text: string) => ReturnType<typeof markup>} head
 * @returns {Array<[name: string, body: Slide['body'], notes: Slide['notes']]>}
 */
function seen(lab, run, head) {
  return [
    ...picturesOf(lab, run).map(
      ({ title: name, svg }, number) =>
        /** @type {[string, Slide['body'], Slide['notes']]} */ ([
          `chart-${number + 1}`,
          markup`${head(name)}<div class="picture">${raw(svg)}</div>`,
          [lab.notes.charts[number]],
        ]),
    ),
    ...Array.from({ length: Math.ceil(run.claims.length / CLAIMS_OF_A_SLIDE) }, (_, number) => {
      const first = number * CLAIMS_OF_A_SLIDE;
      return /** @type {[string, Slide['body'], Slide['notes']]} */ ([
        number === 0 ? 'seen' : `seen-${number + 1}`,
        markup`${head('Seen')}<div class="claims">
${run.claims.slice(first, first + CLAIMS_OF_A_SLIDE).map(claim)}</div>
<p class="soft">${run.command}, ${run.seconds.toFixed(0)} s; ${run.machine}, ${run.date}</p>`,
        number === 0 ? seenNotes(run) : ['More that the same run has shown.'],
      ]);
    }),
  ];
}

/** @param {LabRecord} run @returns {Slide['notes']} */
const seenNotes = (run) => [
  'Believe the ratios, not the milliseconds: your machine shows other times and the same effect.',
  'All that was measured:',
  tableMarkup(run.table),
  ...run.remarks,
];

/** @param {import('../src/runLab.js').Checked} checked */
function claim(checked) {
  const { text, over, under, ratio, least, held } = checked;
  const most = Math.max(over.value, under.value, Number.MIN_VALUE);
  const bar = (/** @type {import('../src/lab.js').Value} */ { name, value }) =>
    markup`<p class="bar"><span>${name}:</span> <b>${measuredText(value, checked)}</b>
<meter min="0" max="${most}" value="${value}" aria-label="${name}"></meter></p>`;
  return markup`<div class="claim">
<p class="ratio ${held ? '' : 'missed'}">${timesText(ratio)}<small>${held ? `at least ${least}` : 'not held'}</small></p>
<p>${text}</p>
${bar(over)}${bar(under)}
</div>`;
}

/** @param {import('../src/lab.js').Seen['table']} data */
function tableMarkup({ head, rows }) {
  const cell = (/** @type {string | number} */ value) =>
    markup`<td class="${typeof value === 'string' ? 'words' : ''}">${cellText(value)}</td>`;
  return markup`<table>
<thead><tr>${head.map((name) => (name === '' ? markup`<td></td>` : markup`<th scope="col">${name}</th>`))}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map(cell)}</tr>`)}</tbody>
</table>`;
}
