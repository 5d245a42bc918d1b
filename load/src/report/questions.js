import { knownTarget } from '../server/targets.js';
import { faultSentence, lossSentence } from './ledgerSentences.js';
import { headlineLoad, orderSentence, rankedText } from './sentences.js';

/**
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {import('./cells.js').Group} Group
 * @typedef {import('../record/kinds.js').RunKind} RunKind
 *
 * @typedef {object} Question answered by the runs of one kind
 * @property {string} title
 * @property {string[]} shown metrics whose tables stand open
 * @property {boolean} [ladder] each of them has its own table where there are several loads: loads down, targets across
 * @property {(cell: Cell) => boolean} [preferred] load of the conclusion and of the first page, if it was measured
 * @property {[string, string, string]} [finding] of the conclusion: metric, what to say before its figures, and after
 *   each; without one the runs test the ledger, and measure no server
 * @property {Array<[string, string, string]>} [curves] over users that say more than a table: metric, title, unit
 * @property {Array<[string, string]>} [glance] in the first page's table: metric, and its head
 * @property {boolean} [searchesLoad] each of its records is at the load that a search found; the notes say what it found
 */

/** @type {Record<RunKind, Question>} */
export const QUESTIONS = {
  flood: {
    title: 'How many empty GETs does each answer?',
    shown: ['requestsPerSecond', 'serverCpuPercent'],
    ladder: true,
    preferred: ({ users }) => users === 1000,
    finding: ['requestsPerSecond', 'empty GETs answered a second:', ''],
    glance: [['requestsPerSecond', 'floods: empty GETs/s']],
    curves: [
      ['requestsPerSecond', 'Empty GETs', '2xx answers/s'],
      ['serverCpuPercent', 'CPU of the server', '% of a core'],
    ],
  },
  http: {
    title: 'How many HTTP requests does each answer over kept connections?',
    shown: ['requestsPerSecond', 'failedPercent', 'requestP95', 'serverCpuPercent'],
    finding: ['requestsPerSecond', 'requests answered a second:', ''],
    curves: [['requestsPerSecond', 'Answers', '2xx answers/s']],
  },
  messages: {
    title: 'What happens to messages as users grow?',
    shown: ['acknowledgedPerSecond', 'errorPercent', 'deliveryP95'],
    ladder: true,
    preferred: ({ users }) => users === 100,
    finding: ['deliveryP95', 'delivery p95 is', ' ms'],
    glance: [
      ['errorPercent', 'messages: error %'],
      ['deliveryP95', 'messages: delivery p95, ms'],
    ],
    curves: [
      ['acknowledgedPerSecond', 'Acknowledged messages', 'messages/s'],
      ['errorPercent', 'Errors: refused, no ack in 5 s, or lost', '% of sent'],
      ['deliveryP95', 'Delivery p95', 'ms'],
    ],
  },
  fanout: {
    title: 'What does one message to many people cost?',
    shown: ['errorPercent', 'deliveryP50', 'deliveryP95', 'deliveryP99', 'cpuUsEachDelivery'],
    preferred: ({ rate }) => rate === 100,
    finding: ['deliveryP95', 'delivery p95 is', ' ms'],
    glance: [
      ['deliveryP95', 'fan-out: delivery p95, ms'],
      ['cpuUsEachDelivery', 'fan-out: server CPU, µs a delivery'],
    ],
  },
  connections: {
    title: 'What does a joined user cost?',
    shown: ['kilobytesEach', 'serverMsEachJoin', 'joinsPerSecond', 'wireMegabytes'],
    finding: ['kilobytesEach', 'each costs the server memory of', ' KB'],
    glance: [['kilobytesEach', 'connections: memory a user, KB']],
  },
  capacity: {
    title: 'How much does each bear?',
    shown: ['usersBorne', 'ackP95', 'deliveryP95', 'serverCpuPercent', 'clientCpuPercent'],
    finding: ['usersBorne', 'Most users:', ''],
    glance: [['usersBorne', 'capacity: most users']],
    searchesLoad: true,
  },
  faults: {
    title: 'Does the ledger see injected faults?',
    shown: ['rightRunsPercent'],
    ladder: true,
  },
};

/** @param {Group} group @returns {Cell[]} its chats, or all where it has none, at the load of its conclusion */
export function headlineOf({ kind, cells }) {
  const { preferred, searchesLoad } = QUESTIONS[kind];
  const chatCells = cells.filter(({ target }) => knownTarget(target)?.study);
  const shownCells = chatCells.length > 0 ? chatCells : cells;
  return searchesLoad ? shownCells : headlineLoad(shownCells, preferred);
}

/** @param {{kind: RunKind}} run or group of runs @returns {boolean} whether it measures a server */
export const isMeasurement = ({ kind }) => QUESTIONS[kind].finding !== undefined;

/** @param {Group} group @returns {string[]} its conclusion in sentences; the first also stands on the first page */
export function conclusionOf(group) {
  const { finding, searchesLoad } = QUESTIONS[group.kind];
  if (!finding) return [faultSentence(group.cells)];
  const [metric, start, unit] = finding;
  const headline = headlineOf(group);
  const figures = rankedText(headline, metric, unit);
  const found = headline.flatMap(({ title, runs }) =>
    runs.flatMap(({ notes }) => notes.map((note) => `${title}: ${note}`)),
  );
  return [
    figures && `${searchesLoad ? '' : `At ${headline[0].load}, `}${start} ${figures}.`,
    ...(searchesLoad ? found : [orderSentence(headline, metric)]),
    lossSentence(group.cells),
  ].filter(Boolean);
}
