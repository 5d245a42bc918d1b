import { KINDS } from '../record/kinds.js';
import { STORE_TITLES } from '../record/store.js';
import { failedVerdicts, outcomeOf } from '../record/verdict.js';
import { differencesOf, groupsOf } from './cells.js';
import { chartsOverTime, chartsOverUsers } from './charts.js';
import { conclusionOf } from './conclusion.js';
import { firstPage } from './firstPage.js';
import { threatsOf } from './limits.js';
import { QUESTIONS } from './questions.js';
import { noteList } from './notes.js';
import { measuredText } from './sentences.js';
import { resultTables } from './tables.js';
import { whatRan } from './whatRan.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { Group } from './cells.js' */
/** @import { Table } from './tables.js' */
/** @import { Chart } from './charts.js' */
/** @import { Outcome } from '../record/verdict.js' */

/**
 * @typedef {{heading: string, level: 1 | 2 | 3} | {text: string, bold?: string, warning?: boolean} | {list: string[]} |
 *   {table: Table} | {charts: Chart[]} | {code: string[]} | {summary: string, blocks: Block[]}} Block a part of a
 *   report, for every output format; summary: the title of a folded part
 *
 * @typedef {object} Report
 * @property {Outcome} outcome
 * @property {string} sentence the outcome in words
 * @property {string[]} differences differences between runs that should be alike
 * @property {string} from time at which the first run began
 * @property {Table} glance
 * @property {Block[]} blocks
 */

/** Makes a report's content, for every output format. @param {RunRecord[]} records at least one @returns {Report} */
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

/** @param {Block[]} blocks @returns {Block[]} the blocks that are not empty, so that output formats need not check */
export const filled = (blocks) =>
  blocks
    .map((block) => ('blocks' in block ? { ...block, blocks: filled(block.blocks) } : block))
    .filter((block) => /** @type {any[]} */ (Object.values(block)).every((content) => content?.length !== 0));

/** @param {Group[]} groups of one kind @returns {Block[]} */
const chapter = (groups) => [{ heading: QUESTIONS[groups[0].kind].title, level: 2 }, ...groups.flatMap(section)];

/** @param {Group['same']} same @returns {string} what distinguishes a group from the others of its kind */
const aboutText = ({ client, workload, request, seconds, store, ...same }) =>
  [
    client && `client ${client}`,
    workload && `workload ${workload}`,
    request,
    seconds,
    same['warm-up'],
    same['load hosts'],
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

/** @param {RunRecord} run @param {string} title @returns {Block} the run second by second; empty for kept records */
function timeline(run, title) {
  const charts = chartsOverTime(run, `${run.kind}-${run.startedAt}`);
  const findings = (run.findings ?? []).map((finding) => Object.values(finding).join(' '));
  const mark = failedVerdicts(run).length > 0 ? '✕ ' : '';
  return { summary: `${mark}${title}`, blocks: [{ charts }, { code: findings }] };
}
