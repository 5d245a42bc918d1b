import { isRepeatable } from '../record/provenance.js';
import { KINDS } from '../record/kinds.js';
import { STORE_TITLES } from '../record/store.js';
import { failedVerdicts, outcomeOf } from '../record/verdict.js';
import { differencesOf, groupsOf } from './cells.js';
import { chartsOverTime, chartsOverUsers } from './charts.js';
import { conclusionOf } from './conclusion.js';
import { firstPage } from './firstPage.js';
import { threatsOf } from './limits.js';
import { QUESTIONS } from './questions.js';
import { measuredText, unique } from './sentences.js';
import { ranTable, resultTables } from './tables.js';

/**
 * @typedef {import('./cells.js').RunRecord} RunRecord
 * @typedef {import('./cells.js').Group} Group
 *
 * @typedef {{heading: string, level: 1 | 2 | 3} | {text: string, bold?: string, warning?: boolean} | {list: string[]} |
 *   {table: import('./tables.js').Table} | {charts: import('./charts.js').Chart[]} | {code: string[]} |
 *   {summary: string, blocks: Block[]}} Block a part of a report, for every output format; summary: of a folded part
 *
 * @typedef {object} Report
 * @property {import('../record/verdict.js').Outcome} outcome
 * @property {string} sentence the outcome in words
 * @property {string[]} differences of runs that ought to be alike
 * @property {string} from when the first run began
 * @property {import('./tables.js').Table} glance
 * @property {Block[]} blocks
 */

/** The content of a report, for every output format. @param {RunRecord[]} records at least one @returns {Report} */
export function reportOf(records) {
  const groups = groupsOf(records);
  const differences = differencesOf(groups);
  const { sentence, blocks: firstBlocks, glance } = firstPage(records, groups);
  return {
    outcome: outcomeOf(records),
    sentence,
    differences,
    glance,
    from: records.map(({ startedAt }) => startedAt).sort()[0],
    blocks: filled([
      { heading: 'Results', level: 1 },
      { text: measuredText(records) },
      ...differences.map((difference) => ({
        text: `${difference}: they stand in tables or rows of their own.`,
        warning: true,
      })),
      ...firstBlocks,
      ...[...Map.groupBy(groups, ({ kind }) => kind).values()].flatMap(chapter),
      { heading: 'Threats to validity', level: 2 },
      { list: threatsOf(records) },
      ...whatRan(records, groups),
    ]),
  };
}

/** @param {Block[]} blocks @returns {Block[]} those that are not empty, so that no output format has to look */
const filled = (blocks) =>
  blocks
    .map((block) => ('blocks' in block ? { ...block, blocks: filled(block.blocks) } : block))
    .filter((block) => /** @type {any[]} */ (Object.values(block)).every((content) => content?.length !== 0));

/** @param {Group[]} groups of one kind @returns {Block[]} */
const chapter = (groups) => [{ heading: QUESTIONS[groups[0].kind].title, level: 2 }, ...groups.flatMap(section)];

/** @param {Group['same']} same @returns {string} what sets a group apart from the others of its kind */
const aboutText = ({ client, workload, request, seconds, store, ...same }) =>
  [
    client && `client ${client}`,
    workload && `workload ${workload}`,
    ...[request, seconds, same['warm-up'], same['load hosts']],
    store && `on ${STORE_TITLES[store]}`,
  ]
    .filter(Boolean)
    .join(', ');

/** @param {Group} group @returns {Block[]} */
function section(group) {
  const { kind, same, cells } = group;
  const { open, folded } = resultTables(group);
  const timelines = cells.flatMap(({ title, load, runs }) =>
    runs.map((run, place) => timeline(run, `${title}, ${load}${runs.length > 1 ? `, run ${place + 1}` : ''}`)),
  );
  return [
    { heading: `${KINDS[kind].title}: ${aboutText(same)}`, level: 3 },
    { text: conclusionOf(group) },
    { list: noteList(cells) },
    { charts: chartsOverUsers(group) },
    ...open.map((table) => ({ table })),
    { summary: 'Further figures and the ledger', blocks: folded.map((table) => ({ table })) },
    { summary: 'Each run, second by second', blocks: timelines },
  ];
}

/** @param {RunRecord} run @param {string} title @returns {Block} second by second; empty for kept records */
function timeline(run, title) {
  const charts = chartsOverTime(run, `${run.kind}-${run.startedAt}`);
  const findings = (run.findings ?? []).map((finding) => Object.values(finding).join(' '));
  const mark = failedVerdicts(run).length > 0 ? '✕ ' : '';
  return { summary: `${mark}${title}`, blocks: [{ charts }, { code: findings }] };
}

/** @param {Group['cells']} cells @returns {string[]} what a reader has to know of each target's runs, each once */
function noteList(cells) {
  return [...Map.groupBy(cells, ({ title }) => title)].flatMap(([title, cellsOfTarget]) => {
    const runs = cellsOfTarget.flatMap((cell) => cell.runs);
    const limits = unique(runs.flatMap(({ client }) => client.boundBy));
    const notes = withRanges(runs.flatMap((run) => run.notes));
    const said = [...(limits.length > 0 ? [`client-bound (${limits.join(', ')})`] : []), ...notes];
    return said.length > 0 ? `${title}: ${said.join('; ')}`.replace(/\.?$/, '.') : [];
  });
}

const NUMBER = /\d+(?:[,.]\d+)*/g;

/** @param {string[]} notes @returns {string[]} each once; of those that differ by their numbers only, one with ranges */
const withRanges = (notes) =>
  [...Map.groupBy(notes, (note) => note.replace(NUMBER, '#')).values()].map((alike) => {
    const ranges = (alike[0].match(NUMBER) ?? []).map((_, place) =>
      rangeText(alike.map((note) => String(note.match(NUMBER)?.[place]))),
    );
    return alike[0].replace(NUMBER, () => String(ranges.shift()));
  });

/** @param {string[]} numbers such as `1,576` @returns {string} such as `1,576 to 7,045` */
function rangeText(numbers) {
  const valueOf = (/** @type {string} */ number) => Number(number.replaceAll(',', ''));
  const values = unique(numbers).sort((one, other) => valueOf(one) - valueOf(other));
  return values.length > 1 ? `${values[0]} to ${values.at(-1)}` : values[0];
}

/** @param {RunRecord[]} records @param {Group[]} groups @returns {Block[]} */
function whatRan(records, groups) {
  return [
    { heading: 'What ran where', level: 2 },
    { table: ranTable(groups) },
    { list: pathsOf(groups) },
    { summary: 'The commands', blocks: [{ code: commandsOf(records) }] },
  ];
}

/** @param {RunRecord[]} records @returns {string[]} commands that make the same runs again */
export function commandsOf(records) {
  const commits = unique(records.map(({ client }) => client.commit)).filter(isRepeatable);
  const commands = unique(records.map(({ command }) => command));
  const whole = commands.filter((one) => !commands.some((other) => one.startsWith(`${other} --only `)));
  return [...commits.map((commit) => `git checkout ${commit}`), ...whole];
}

/** @param {Group[]} groups @returns {string[]} the way of a message, or of a request, through each target */
function pathsOf(groups) {
  const ways = groups.flatMap(({ cells }) =>
    cells.map(({ title, runs: [{ plan }] }) => ({ title, path: plan.codePath })),
  );
  return [...Map.groupBy(ways, ({ path }) => path)].flatMap(([path, targets]) =>
    path ? `The path through ${unique(targets.map(({ title }) => title)).join('; ')}: ${path}.` : [],
  );
}
