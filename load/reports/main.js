import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, WrongUsage } from '../commandLine.js';
import { writeReport } from '../htmlReport/writeReport.js';
import { readRecords } from '../runRecord/readRecords.js';
import { TARGET_NAMES } from '../targets/targets.js';
import { capacityChapter } from './capacityChapter.js';
import { chatChapter } from './chatChapter.js';
import { connectionsChapter, emptyChapter, fanoutChapter } from './fanoutChapter.js';
import { faultsChapter } from './faultsChapter.js';
import { floodChapter } from './floodChapter.js';
import { messagesChapter } from './messagesChapter.js';
import { floodFigure, messagesFigure } from './studyFigures.js';

const USAGE = `load/report RUN... --html FILE
load/report [--check]

With RUN, records of runs (load/runRecord/schema.json) or folders of them: writes a report of them as one HTML file, which needs no network, and beside
it the same as Markdown (.md).
Without: writes docs/results.md and the figures beside it from what the commands saved under docs/data: no figure in it is typed by hand.

  --html FILE  where the report goes
  --check      writes nothing; exits 1 where docs/results.md or one of its figures differs from what the data says

Exit codes: 0 written, 1 --check found a difference, 2 wrong usage or no record.`;

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const DATA = path.join(DOCS, 'data');

/** @param {string} prefix @returns {any[]} the saved results whose names begin so */
function saved(prefix) {
  if (!fs.existsSync(DATA)) return [];
  const names = fs.readdirSync(DATA).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
  return names.sort().map((name) => JSON.parse(fs.readFileSync(path.join(DATA, name), 'utf8')));
}

/**
 * @param {any[]} results @param {(result: any) => string} targetOf
 * @returns {any[]} in the order of the study's tables
 */
const inOrder = (results, targetOf) =>
  results.toSorted((one, other) => TARGET_NAMES.indexOf(targetOf(one)) - TARGET_NAMES.indexOf(targetOf(other)));

/** @param {string} title @param {any[]} results @param {(results: any[]) => string} write @returns {string[]} */
function chapter(title, results, write) {
  return results.length === 0 ? [] : [`## ${title}`, '', write(results)];
}

const HEAD = `# Results

Written by \`load/report\` from the files under \`data/\`, which the commands named below saved; how each figure is made is in
[method.md](method.md). Each run had one machine for servers, databases and load client, whose cores other work may share; not all had the same
one, nor the same commit: both stand below each table. Trust the ratios inside one run before the absolute figures. The study measured on other machines ([load/reference](../load/reference/README.md)):
its columns show the shape of its curves, not a race.
`;

const FIGURES = { floods: 'figure-3.svg', messages: 'figure-4-messages.svg', errors: 'figure-4-errors.svg' };

/** @param {string} file @param {string} words */
const image = (file, words) => `![${words}; the study's curves dashed](${file})\n`;

/** @returns {Record<string, string>} the pictures, by file name */
function figures() {
  const [floods, tables] = [
    inOrder(saved('flood-'), ({ server }) => server),
    inOrder(saved('messages-'), ({ target }) => target),
  ];
  return {
    ...(floods.length > 0 && { [FIGURES.floods]: floodFigure(floods) }),
    ...(tables.length > 0 && {
      [FIGURES.messages]: messagesFigure(tables, {
        y: 'acknowledged/s',
        metric: 'acknowledgedPerSecond',
        column: 'messages_per_s',
      }),
      [FIGURES.errors]: messagesFigure(tables, { y: 'error %', metric: 'errorPercent', column: 'error_percent' }),
    }),
  };
}

/** @returns {string} docs/results.md as the data says it */
function write() {
  return [
    HEAD,
    ...chapter('Chatting: `load/chat.yml`', saved('chat-'), (results) => results.map(chatChapter).join('\n')),
    ...chapter('Can the ledger be believed?', saved('faults'), faultsChapter),
    ...chapter(
      'Flood of empty GET requests, beside tables 1 and 2 of the study',
      inOrder(saved('flood-'), ({ server }) => server),
      (ladders) =>
        [image(FIGURES.floods, 'Answers a second over concurrent users'), ...ladders.map(floodChapter)].join('\n'),
    ),
    ...chapter(
      'Chat messages, beside tables 3 and 4 of the study',
      inOrder(saved('messages-'), ({ target }) => target),
      (tables) =>
        [
          image(FIGURES.messages, 'Acknowledged messages a second over users'),
          image(FIGURES.errors, 'Error % over users'),
          ...tables.map(messagesChapter),
        ].join('\n'),
    ),
    ...chapter(
      'Capacity',
      inOrder(saved('capacity-'), ({ target }) => target),
      capacityChapter,
    ),
    ...chapter('Fan-out', saved('fanout-'), fanoutChapter),
    ...chapter('Connections', saved('connections-'), connectionsChapter),
    ...chapter('`/empty` beside bare node:http', saved('empty-'), emptyChapter),
  ].join('\n');
}

/** @param {Record<string, any>} values @param {string[]} runs @returns {Promise<0 | 1>} */
async function main({ check, html }, runs) {
  if ((html === undefined) !== (runs.length === 0) || (html && check)) throw new WrongUsage(USAGE);
  if (html) {
    const files = await writeReport(readRecords(runs), html);
    console.log(files.join('\n'));
    return 0;
  }
  const files = { 'results.md': write(), ...figures() };
  const differ = Object.entries(files).filter(([name, text]) => !holds(path.join(DOCS, name), text));
  if (check) {
    for (const [name] of differ) console.error(`docs/${name} is not what docs/data says: run load/report.`);
    return differ.length === 0 ? 0 : 1;
  }
  for (const [name, text] of differ) fs.writeFileSync(path.join(DOCS, name), text);
  console.log(`${Object.keys(files).length} files under docs, ${differ.length} of them written anew.`);
  return 0;
}

/** @param {string} file @param {string} text */
const holds = (file, text) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text;

await runCommand(USAGE, { check: { type: 'boolean', default: false }, html: { type: 'string' } }, main, {
  words: Infinity,
});
