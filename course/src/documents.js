import { markdownTable } from '../../load/src/report/markdownTable.js';
import { commandOf } from './course.js';
import { cellText, letterOf, measuredText, timesText } from './ending.js';
import { picturesOf } from './pictures.js';

const BEGIN = '<!-- Begin: written by `course/lab --docs`. -->';
const END = '<!-- End. -->';

/**
 * A lab's page in docs/labs. The parts between the marks are made of the lab and of its saved run; the part in the
 * middle (why it is so) is written by hand.
 * @param {import('./course.js').NumberedLab} lab @param {import('./runLab.js').LabRecord | null} run the saved one
 * @param {string} why the part that is written by hand
 * @returns {string}
 */
export function documentOf(lab, run, why) {
  const { choices, right } = lab.predict;
  const before = [
    `# Lab ${lab.number}: ${lab.title}`,
    `**${lab.question}**`,
    '## Predict first',
    choices.map((choice, place) => `- ${letterOf(place)}: ${choice}`).join('\n'),
    '## Run it',
    `    ${[...(lab.servers === 'lecture' ? ['infra/up --lecture --detach'] : []), commandOf(lab)].join('\n    ')}`,
    lab.runs.join('\n'),
    ...(run ? seenIn(lab, run) : []),
    `The right choice was ${letterOf(right)}.`,
  ];
  const after = [
    '## Try next',
    lab.tryNext.map((idea) => `- ${idea}`).join('\n'),
    '## For the exam',
    `${lab.exam.question}`,
    `<details><summary>Answer</summary>\n\n${lab.exam.answer}\n\n</details>`,
  ];
  return `${marked(before)}\n${why}\n\n${marked(after)}`;
}

/** @param {string[]} parts @returns {string} */
const marked = (parts) => `${[BEGIN, ...parts, END].join('\n\n')}\n`;

/** @param {string} text of a lab's page @returns {string} what stands between its two written parts */
export function whyIn(text) {
  const from = text.indexOf(END);
  const to = text.lastIndexOf(BEGIN);
  return from >= 0 && to > from ? text.slice(from + END.length, to).trim() : '## Why';
}

/** @param {import('./course.js').NumberedLab} lab @param {import('./runLab.js').LabRecord} run */
function seenIn(lab, run) {
  const { head, rows } = run.table;
  const left = head.flatMap((_, column) => (rows.every((row) => typeof row[column] === 'string') ? [column] : []));
  return [
    '## What you see',
    ...picturesOf(lab, run).map(({ file, title }) => `![${title}](${file})`),
    markdownTable(
      head,
      rows.map((row) => row.map(cellText)),
      { left },
    ),
    run.claims.map(claimLine).join('\n'),
    ...run.remarks,
    `\`${run.command}\`, ${run.seconds.toFixed(0)} s; commit ${run.commit}; ${run.machine}, at load ${run.load.toFixed(1)}; ${run.date}.`,
  ];
}

/** @param {import('./runLab.js').Checked} claim */
const claimLine = (claim) => {
  const { text, over, under, ratio, least, held } = claim;
  const seen = [over, under].map(({ name, value }) => `${name}: ${measuredText(value, claim)}`).join('; ');
  return `- Claim: ${text} Seen: ${seen}: **${timesText(ratio)}** (at least ${least}), ${held ? 'held' : 'not held'}.`;
};

/**
 * @param {Array<{lab: import('./course.js').NumberedLab, run: import('./runLab.js').LabRecord | null}>} course
 * @param {string} rest what is written by hand below it
 * @returns {string} the list of all labs, with what their saved runs showed
 */
export function contentsOf(course, rest) {
  const rows = course.map(({ lab, run }) => [
    `[${lab.number}: ${lab.title}](${lab.id}.md)`,
    lab.question,
    `\`${commandOf(lab)}\``,
    run ? `${run.seconds.toFixed(0)} s` : '',
    run ? run.claims.map(({ ratio }) => timesText(ratio)).join(', ') : '',
  ]);
  const table = markdownTable(['lab', 'asks', 'command', 'took', 'effect'], rows, { left: [0, 1, 2] });
  return marked(['# Labs', table]) + rest;
}

/** @param {string} text of the list @returns {string} what stands below it */
export function restIn(text) {
  const from = text.indexOf(END);
  return from < 0 ? '' : text.slice(from + END.length).replace(/^\n/, '');
}
