import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../commandLine.js';
import { chatChapter } from './chatChapter.js';
import { connectionsChapter, emptyChapter, fanoutChapter } from './fanoutChapter.js';
import { faultsChapter } from './faultsChapter.js';
import { floodChapter } from './floodChapter.js';

const USAGE = `load/report [--check]

Writes docs/results.md from what the commands saved under docs/data: no figure in it is typed by hand.

  --check    writes nothing; exits 1 where docs/results.md differs from what the data says`;

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const DATA = path.join(DOCS, 'data');
const FILE = path.join(DOCS, 'results.md');

/** @param {string} prefix @returns {any[]} the saved results whose names begin so */
function saved(prefix) {
  if (!fs.existsSync(DATA)) return [];
  const names = fs.readdirSync(DATA).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
  return names.sort().map((name) => JSON.parse(fs.readFileSync(path.join(DATA, name), 'utf8')));
}

/** @param {string} title @param {any[]} results @param {(results: any[]) => string} write @returns {string[]} */
function chapter(title, results, write) {
  return results.length === 0 ? [] : [`## ${title}`, '', write(results)];
}

const HEAD = `# Results

Written by \`load/report\` from the files under \`data/\`, which the commands named below saved; how each figure is made is in
[method.md](method.md). Everything ran on one machine, the load client included, which shares its cores with other work:
trust the ratios inside one run before the absolute figures. The study measured on other machines ([load/reference](../load/reference/README.md)):
its columns show the shape of its curves, not a race.
`;

/** @returns {string} docs/results.md as the data says it */
function write() {
  return [
    HEAD,
    ...chapter('Chatting: `load/chat.yml`', saved('chat-'), (results) => results.map(chatChapter).join('\n')),
    ...chapter('Can the ledger be believed?', saved('faults'), (results) => results.map(faultsChapter).join('\n')),
    ...chapter('Flood of empty GET requests, beside tables 1 and 2 of the study', saved('flood-'), (ladders) =>
      ladders.map(floodChapter).join('\n'),
    ),
    ...chapter('Fan-out', saved('fanout-'), fanoutChapter),
    ...chapter('Connections', saved('connections-'), connectionsChapter),
    ...chapter('`/empty` beside bare node:http', saved('empty-'), emptyChapter),
  ].join('\n');
}

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main({ check }) {
  const text = write();
  if (check) {
    const same = fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8') === text;
    if (!same) console.error('docs/results.md is not what docs/data says: run load/report.');
    return same ? 0 : 1;
  }
  fs.writeFileSync(FILE, text);
  console.log(
    `${path.relative('.', FILE)} written from ${fs.existsSync(DATA) ? fs.readdirSync(DATA).length : 0} files.`,
  );
  return 0;
}

await runCommand(USAGE, { check: { type: 'boolean', default: false } }, main);
