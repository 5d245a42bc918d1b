import { valueText } from '../record/numbers.js';
import { studyFigure } from '../reference/chatStudy.js';
import { knownTarget } from '../server/targets.js';
import { faultSentence, lossSentence } from './ledgerSentences.js';
import { amountText, byLoad, headlineLoad, orderSentence, ranked, rankedText, sentence } from './sentences.js';

/**
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {import('./cells.js').Group} Group
 * @typedef {import('../record/kinds.js').RunKind} RunKind
 *
 * @typedef {object} Question answered by the runs of one kind
 * @property {(cells: Cell[]) => string} title
 * @property {string[]} shown metrics whose tables stand open
 * @property {boolean} [ladder] each of them has its own table where there are several loads: loads down, targets across
 * @property {(cell: Cell) => boolean} [preferred] load of the first sentence and of the first page, if it was measured
 * @property {Array<[string, string, string]>} [curves] over users that say more than a table: metric, title, unit
 * @property {Array<[string, (load: string) => string]>} [glance] in the first page's table: metric, and its head
 * @property {(headline: Cell[], cells: Cell[]) => string[]} conclude sentences, '' where there is nothing to say; the
 *   first also stands on the first page. headline: the cells of the load that the first sentence is about
 * @property {(cells: Cell[]) => string} [addOnFirstPage] a further sentence of it
 * @property {boolean} [testsLedger] its runs test the ledger: they measure no server
 * @property {boolean} [searchesLoad] each of its records is at the load that a search found; the notes say what it found
 */

/** @type {Record<RunKind, Question>} */
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
    conclude: (headline) => [answerSentence(headline, 'empty GETs'), orderSentence(headline, 'requestsPerSecond')],
  },
  http: {
    title: () => 'How many HTTP requests does each answer over kept connections?',
    shown: ['requestsPerSecond', 'failedPercent', 'requestP95', 'serverCpuPercent'],
    curves: [['requestsPerSecond', 'Answers', '2xx answers/s']],
    conclude: (headline) => [answerSentence(headline, 'requests'), orderSentence(headline, 'requestsPerSecond')],
  },
  messages: {
    title: () => 'What happens to messages as users grow?',
    shown: ['acknowledgedPerSecond', 'errorPercent', 'deliveryP95'],
    ladder: true,
    preferred: ({ users }) => users === 100,
    glance: [
      ['acknowledgedPerSecond', (load) => `messages: acks/s, ${load}`],
      ['deliveryP95', () => 'messages: delivery p95, ms'],
    ],
    curves: [
      ['acknowledgedPerSecond', 'Acknowledged messages', 'messages/s'],
      ['errorPercent', 'Errors: refused, no ack in 5 s, or lost', '% of sent'],
      ['deliveryP95', 'Delivery p95', 'ms'],
    ],
    conclude: (headline, cells) => [...deliverySentences(headline), lossSentence(cells)],
    addOnFirstPage: lossSentence,
  },
  fanout: {
    title: (cells) => `What does one message to ${peopleOf(cells)} cost?`,
    shown: ['errorPercent', 'deliveryP50', 'deliveryP95', 'deliveryP99', 'cpuUsEachDelivery'],
    preferred: ({ rate }) => rate === 100,
    glance: [
      ['deliveryP95', (load) => `fan-out: delivery p95, ms, ${load}`],
      ['cpuUsEachDelivery', () => 'fan-out: server CPU, µs a delivery'],
    ],
    conclude: (headline, cells) => [
      ...[headline, ...byLoad(cells).filter(([{ load }]) => load !== headline[0].load)].flatMap((cellsOfLoad) =>
        deliverySentences(chatsAndBest(cellsOfLoad)),
      ),
      'CPU is that of the server, without its database.',
      lossSentence(cells),
    ],
  },
  connections: {
    title: () => 'What does a joined user cost?',
    shown: ['kilobytesEach', 'serverMsEachJoin', 'joinsPerSecond', 'wireMegabytes'],
    glance: [['kilobytesEach', (load) => `connections: memory a user, KB, ${load}`]],
    conclude: (headline) => [
      sentence(
        `Of ${headline[0].load}, each costs the server memory of`,
        rankedText(headline, 'kilobytesEach', withJoin),
      ),
      orderSentence(headline, 'kilobytesEach'),
      sentence('Joins a second, and MB on the wire for all:', rankedText(headline, 'joinsPerSecond', withMegabytes)),
    ],
  },
  capacity: {
    title: () => 'How much does each bear?',
    shown: ['usersBorne', 'ackP95', 'deliveryP95', 'serverCpuPercent', 'clientCpuPercent'],
    glance: [['usersBorne', () => 'capacity: most users']],
    searchesLoad: true,
    conclude: (headline) => [
      sentence(
        'Most users:',
        rankedText(headline, 'usersBorne', (cell) => amountText(cell, 'usersBorne')),
      ),
      ...headline.flatMap(({ title, runs }) => runs.flatMap(({ notes }) => notes.map((note) => `${title}: ${note}`))),
    ],
  },
  faults: {
    title: () => 'Does the ledger see injected faults?',
    shown: ['rightRunsPercent'],
    ladder: true,
    testsLedger: true,
    conclude: (headline, cells) => [faultSentence(cells)],
  },
};

/** @param {Group} group @returns {Cell[]} those that its first sentence is about */
export const headlineOf = ({ kind, cells }) =>
  QUESTIONS[kind].searchesLoad ? cells : headlineLoad(cells, QUESTIONS[kind].preferred);

/** @param {{kind: RunKind}} run or group of runs @returns {boolean} whether it measures a server */
export const isMeasurement = ({ kind }) => !QUESTIONS[kind].testsLedger;

/** @param {Group} group @returns {string[]} its conclusion in sentences */
export const conclusionOf = (group) => QUESTIONS[group.kind].conclude(headlineOf(group), group.cells).filter(Boolean);

/** @param {Group} group @returns {string | undefined} about the servers that the study has too */
export function firstConclusion(group) {
  const headline = headlineOf(group);
  const chatCells = headline.filter(({ target }) => knownTarget(target)?.study);
  return QUESTIONS[group.kind].conclude(chatCells.length > 0 ? chatCells : headline, group.cells).find(Boolean);
}

/** @param {Cell[]} cells @returns {string} */
function peopleOf(cells) {
  const users = new Set(cells.map((cell) => cell.users));
  return users.size > 1 ? 'many people' : `${valueText([...users][0])} people`;
}

/**
 * @param {Cell[]} cells of one load
 * @returns {Cell[]} the study's chats, what failed, and the best of the others that the load client did not limit
 */
function chatsAndBest(cells) {
  const isChat = (/** @type {Cell} */ { target }) => knownTarget(target)?.study !== undefined;
  const [best] = ranked(
    cells.filter((cell) => !isChat(cell) && !cell.bound),
    'deliveryP95',
  );
  return cells.filter((cell) => cell === best || cell.failed || isChat(cell));
}

/** @param {Cell[]} cells of one load */
const deliverySentences = (cells) => [
  sentence(
    `At ${cells[0].load}, delivery p95 is`,
    rankedText(cells, 'deliveryP95', (cell) => `${amountText(cell, 'deliveryP95')} ms`),
  ),
  orderSentence(cells, 'deliveryP95'),
];

/** @param {Cell[]} cells of one load @param {string} requests */
const answerSentence = (cells, requests) =>
  sentence(
    `At ${cells[0].load}, ${requests} answered a second:`,
    rankedText(cells, 'requestsPerSecond', (cell) => {
      const study = studyFigure(cell, 'requestsPerSecond');
      return amountText(cell, 'requestsPerSecond') + (study === undefined ? '' : ` (study: ${valueText(study)})`);
    }),
  );

/** @param {Cell} cell */
const withJoin = (cell) =>
  `${amountText(cell, 'kilobytesEach')} KB` +
  (cell.metrics.serverMsEachJoin ? ` and ${amountText(cell, 'serverMsEachJoin')} ms of CPU` : '');

/** @param {Cell} cell */
const withMegabytes = (cell) => `${amountText(cell, 'joinsPerSecond')} and ${amountText(cell, 'wireMegabytes')} MB`;
