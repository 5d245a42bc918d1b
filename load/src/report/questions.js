import { DRAIN_MS, FINDING_COUNTS } from '../ledger/audit.js';
import { valueText } from '../record/numbers.js';
import { knownTarget, titleOf } from '../server/targets.js';
import {
  amountText,
  byLoad,
  countText,
  headlineLoad,
  listText,
  orderSentence,
  ranked,
  rankedText,
  sentence,
  timesText,
} from './sentences.js';
import { STUDY_SERVERS, studyFigure } from './chatStudy.js';

/**
 * @typedef {import('./cells.js').Cell} Cell
 *
 * @typedef {object} Question answered by the runs of one kind
 * @property {(cells: Cell[]) => string} title
 * @property {string[]} shown metrics whose tables stand open
 * @property {boolean} [ladder] each of them has its own table where there are several loads: loads down, targets across
 * @property {(cell: Cell) => boolean} [preferred] load of the first sentence and of the first page, if it was measured
 * @property {Array<[string, string, string]>} [curves] over users that say more than a table: metric, title, unit
 * @property {Array<[string, (load: string) => string]>} [glance] in the first page's table: metric, and its head
 * @property {(at: Cell[], all: Cell[]) => string[]} conclude sentences, '' where there is nothing to say; the first
 *   also stands on the first page. at: the cells of the load that the first sentence is about
 */

/** @type {Record<string, Question>} by the kind of run */
export const QUESTIONS = {
  flood: {
    title: () => 'How many empty GETs does each answer?',
    shown: ['requestsPerSecond', 'serverCpuPercent'],
    ladder: true,
    preferred: ({ users }) => users === 1000,
    glance: [['requestsPerSecond', (load) => `floods: empty GETs/s, ${load}`]],
    curves: [
      ['requestsPerSecond', 'Empty GETs', '2xx answers/s'],
      ['serverCpuPercent', 'CPU of the server', '% of a core'],
    ],
    conclude: (at) => [
      answerSentence(at, 'empty GETs'),
      orderSentence(at, 'requestsPerSecond'),
      studySentence(at, 'requestsPerSecond'),
    ],
  },
  http: {
    title: () => 'How many HTTP requests does each answer over kept connections?',
    shown: ['requestsPerSecond', 'failedPercent', 'requestP95', 'serverCpuPercent'],
    curves: [['requestsPerSecond', 'Answers', '2xx answers/s']],
    conclude: (at) => [answerSentence(at, 'requests'), orderSentence(at, 'requestsPerSecond')],
  },
  messages: {
    title: () => 'What happens to messages as users grow?',
    shown: ['acknowledgedPerSecond', 'errorPercent', 'deliveryP95'],
    ladder: true,
    preferred: ({ users }) => users === 100,
    glance: [
      ['acknowledgedPerSecond', (load) => `messages: acks/s, ${load}`],
      ['errorPercent', () => 'messages: errors, %'],
      ['deliveryP95', () => 'messages: delivery p95, ms'],
    ],
    curves: [
      ['acknowledgedPerSecond', 'Acknowledged messages', 'messages/s'],
      ['errorPercent', 'Errors: refused, no ack in 5 s, or lost', '% of sent'],
      ['deliveryP95', 'Delivery p95', 'ms'],
    ],
    conclude: (at, all) => [
      deliverySentence(at),
      orderSentence(at, 'deliveryP95'),
      sentence('Errors there:', rankedText(at, 'errorPercent', withStudy('errorPercent', ' %'))),
      lossSentence(all),
    ],
  },
  fanout: {
    title: (cells) => `What does one message to ${peopleOf(cells)} cost?`,
    shown: ['errorPercent', 'deliveryP50', 'deliveryP95', 'deliveryP99', 'cpuUsEachDelivery'],
    preferred: ({ rate }) => rate === 100,
    glance: [
      ['deliveryP95', (load) => `fan-out: delivery p95, ms, ${load}`],
      ['cpuUsEachDelivery', () => 'fan-out: server CPU, µs a delivery'],
    ],
    conclude: (at, all) => [
      sentence(
        `One message to ${peopleOf(at)}, at ${at[0].rate}/s, has a delivery p95 of`,
        rankedText(chatsAndBest(at), 'deliveryP95', withCost),
      ),
      orderSentence(chatsAndBest(at), 'deliveryP95'),
      ...byLoad(all)
        .filter(([{ load }]) => load !== at[0].load)
        .map(deliverySentence),
      'CPU is that of the server, without its database.',
      lossSentence(all),
    ],
  },
  connections: {
    title: () => 'What does a joined user cost?',
    shown: ['kilobytesEach', 'serverMsEachJoin', 'joinsPerSecond', 'wireMegabytes'],
    glance: [['kilobytesEach', (load) => `connections: memory a user, KB, ${load}`]],
    conclude: (at) => [
      sentence(`Of ${at[0].load}, each costs the server memory of`, rankedText(at, 'kilobytesEach', withJoin)),
      orderSentence(at, 'kilobytesEach'),
    ],
  },
  capacity: {
    title: () => 'How much does each bear?',
    shown: ['acknowledgedPerSecond', 'errorPercent', 'ackP95', 'deliveryP95'],
    conclude: (at, all) => [...new Set(all.flatMap(({ runs }) => runs.flatMap(({ notes }) => notes)))],
  },
  faults: {
    title: () => 'Does the ledger see injected faults?',
    shown: ['rightRunsPercent'],
    ladder: true,
    conclude: (at, all) => [faultSentence(all)],
  },
};

/** @param {import('./cells.js').Group} group @returns {Cell[]} those that its first sentence is about */
export const headlineOf = ({ kind, cells }) => headlineLoad(cells, QUESTIONS[kind].preferred);

/** @param {import('./cells.js').Group} group @returns {string[]} its conclusion in sentences */
export const conclusionOf = (group) => QUESTIONS[group.kind].conclude(headlineOf(group), group.cells).filter(Boolean);

/** @param {import('./cells.js').Group} group @returns {string | undefined} about the servers that the study has too */
export function firstConclusion(group) {
  const at = headlineOf(group);
  const studied = at.filter(({ target }) => knownTarget(target)?.study);
  return QUESTIONS[group.kind].conclude(studied.length > 0 ? studied : at, group.cells).find(Boolean);
}

/** @param {Cell[]} cells @returns {string} */
function peopleOf(cells) {
  const users = new Set(cells.map((cell) => cell.users));
  return users.size > 1 ? 'many people' : `${valueText([...users][0])} people`;
}

/** @param {Cell[]} at one load @returns {Cell[]} the study's chats, what failed, and the best of the others */
function chatsAndBest(at) {
  const isChat = (/** @type {Cell} */ { target, failed }) => failed || knownTarget(target)?.study !== undefined;
  const [best] = ranked(
    at.filter((cell) => !isChat(cell)),
    'deliveryP95',
  );
  return at.filter((cell) => cell === best || isChat(cell));
}

/** @param {string} metric @param {string} [unit] @returns {(cell: Cell) => string} */
const withStudy =
  (metric, unit = '') =>
  (cell) => {
    const theirs = studyFigure(cell, metric);
    return amountText(cell, metric) + unit + (theirs === undefined ? '' : ` (study: ${valueText(theirs)}${unit})`);
  };

/** @param {Cell[]} at one load */
const deliverySentence = (at) =>
  sentence(`At ${at[0].load}, delivery p95 is`, rankedText(at, 'deliveryP95', withErrors));

/** @param {Cell[]} at one load @param {string} what */
const answerSentence = (at, what) =>
  sentence(
    `At ${at[0].load}, ${what} answered a second:`,
    rankedText(at, 'requestsPerSecond', withStudy('requestsPerSecond')),
  );

/** @param {Cell} cell */
const withErrors = (cell) =>
  `${amountText(cell, 'deliveryP95')} ms` +
  (cell.metrics.errorPercent?.median ? ` with ${amountText(cell, 'errorPercent')} % errors` : '');

/** @param {Cell} cell */
const withCost = (cell) =>
  `${withErrors(cell)}` +
  (cell.metrics.cpuUsEachDelivery
    ? ` for ${valueText((cell.metrics.cpuUsEachDelivery.median * cell.users) / 1000)} ms of server CPU`
    : '');

/** @param {Cell} cell */
const withJoin = (cell) =>
  `${amountText(cell, 'kilobytesEach')} KB` +
  (cell.metrics.serverMsEachJoin ? ` and ${amountText(cell, 'serverMsEachJoin')} ms of CPU` : '');

/** @param {Cell[]} at one load @param {string} metric @returns {string} the study's ratio beside ours */
function studySentence(at, metric) {
  const [[node], others] = STUDY_SERVERS.map(({ server }) =>
    at.filter((cell) => !cell.failed && knownTarget(cell.target)?.study === server && studyFigure(cell, metric)),
  );
  if (!node || others.length === 0) return '';
  const ratio = Number(studyFigure(node, metric)) / Number(studyFigure(others[0], metric));
  const times = (/** @type {Cell} */ other) => `${timesText(node, other, metric)} times ${other.title}`;
  const here = listText(others.map(times));
  return `In the study Node.js reached ${valueText(ratio)} times the figure of Laravel; here ${here}.`;
}

/** What an audit finds wrong: names by count. @type {Record<string, string>} */
export const WRONG = {
  ...Object.fromEntries(Object.entries(FINDING_COUNTS).map(([count, { name }]) => [count, name])),
  lost: 'messages not at everybody',
};

/** @param {Cell['runs']} runs @returns {(name: string) => number} a count of all of them together */
export const sumsOf = (runs) => (name) => runs.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);

/** @param {Cell[]} cells of chats @returns {string} what the ledgers say */
export function lossSentence(cells) {
  // What became of the others' messages is not known: no store was read.
  const sum = sumsOf(cells.flatMap(({ runs }) => runs).filter(({ counts }) => (counts.stored ?? null) !== null));
  if (sum('acknowledged') === 0) return '';
  const late = sum('acknowledged') + sum('refused') + sum('noAck') - sum('sent');
  const looked = [
    countText(sum('acknowledged'), 'acknowledged message') +
      (late > 0 ? ` (${valueText(late)} after more than 5 s, which count as errors)` : ''),
    `${valueText(sum('due'))} deliveries`,
  ];
  const wrong = Object.entries(WRONG).flatMap(([name, words]) =>
    sum(name) > 0 ? `${valueText(sum(name))} ${words}` : [],
  );
  const found = wrong.length > 0 ? `: ${listText(wrong)}` : ' none was lost, doubled, altered or out of order';
  const after =
    sum('lostDeliveries') > 0
      ? ` Lost is here what had not come when the users left, ${DRAIN_MS / 1000} s after the last answer.`
      : '';
  return `Of ${listText(looked)}${found}.${after}`;
}

/** @param {Cell[]} cells of injected faults @returns {string} */
export function faultSentence(cells) {
  const runs = cells.flatMap((cell) => cell.runs);
  const sum = sumsOf(runs);
  const kinds = new Set(runs.flatMap(({ plan, counts }) => (counts.injected ? (plan.fault ?? []) : [])));
  const targets = [...new Set(cells.map(({ target }) => titleOf(target)))];
  const wrong = countText(sum('wrongRuns'), 'run');
  return (
    `The ledger named ${valueText(sum('named'))} of ${countText(sum('injected'), 'injected fault')} of ` +
    `${countText(kinds.size, 'kind')}, in ${countText(sum('runs'), 'run')} on ${listText(targets)}; ` +
    `${sum('wrongRuns') === 0 ? 'no run' : wrong} had a wrong name or a false alarm.`
  );
}
