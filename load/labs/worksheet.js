import { markdownTable } from '../reports/markdownTable.js';
import { commandOf } from './course.js';
import { letterOf } from './ending.js';

// To be written on.
const BLANK = '&emsp;&emsp;&emsp;&emsp;';
const LINE = '_'.repeat(72);

const HEAD = `# Worksheet: predict, measure, explain

Name: ${LINE}

For each lab: choose and say why *before* anything runs; write down what the run shows; then explain it in two sentences to somebody who was not there. A prediction that
was wrong and is explained is worth more than one that was right by luck.`;

/**
 * What students fill in: of each lab the question and its choices, room for what was measured, and room for why.
 * @param {Array<{lab: import('./course.js').NumberedLab, run: import('./runLab.js').LabRecord | null}>} course run: the saved one, which names what is measured
 * @returns {string}
 */
export function worksheetOf(course) {
  return `${[HEAD, ...course.map(({ lab, run }) => sheetOf(lab, run))].join('\n\n')}\n`;
}

/** @param {import('./course.js').NumberedLab} lab @param {import('./runLab.js').LabRecord | null} run */
function sheetOf(lab, run) {
  return [
    `## Lab ${lab.number}: ${lab.title}`,
    `**${lab.question}**`,
    lab.predict.choices.map((choice, place) => `- ${letterOf(place)}: ${choice}`).join('\n'),
    `**Predict.** My choice: ${BLANK} because ${LINE}`,
    `**Measure.** \`${commandOf(lab)}\``,
    markdownTable(
      ['what is compared', 'one value', 'the other', 'how many times'],
      lab.claims.map(({ key, text }) => [text, ...namesOf(key, run), BLANK]),
      { left: [0, 1, 2] },
    ),
    `**Explain.** ${LINE}`,
    LINE,
    `**Exam.** ${lab.exam.question}`,
    LINE,
  ].join('\n\n');
}

/** @param {string} key of a claim @param {import('./runLab.js').LabRecord | null} run @returns {[string, string]} what its two values are called */
function namesOf(key, run) {
  const claim = run?.claims.find((one) => one.key === key);
  return claim ? [`${claim.over.name}: ${BLANK}`, `${claim.under.name}: ${BLANK}`] : [BLANK, BLANK];
}
