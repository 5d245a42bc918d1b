import { knownTarget } from '../server/targets.js';
import { byLoad } from './cells.js';

/** @import { Cell, Group } from './cells.js' */
/** @import { RunKind } from '../record/kinds.js' */

/**
 * @typedef {object} Question the question that the runs of one kind answer
 * @property {string} title
 * @property {string[]} shown metrics whose tables are not folded
 * @property {boolean} [ladder] each shown metric has curves over users and, if there are several loads, its own table:
 *   loads down, targets across
 * @property {(cell: Cell) => boolean} [preferred] picks the load of the conclusion and the first page, if measured
 * @property {string} [finding] metric of the conclusion; without one the runs test the ledger, not a server
 * @property {string[]} [glance] metrics of the first page's table, instead of the finding
 * @property {string} [search] the finding in words, if each record is at the load that a search found
 */

/** @type {Record<RunKind, Question>} */
export const QUESTIONS = {
  flood: {
    title: 'How many empty GETs does each answer?',
    shown: ['requestsPerSecond', 'serverCpuPercent'],
    ladder: true,
    preferred: ({ users }) => users === 1000,
    finding: 'requestsPerSecond',
  },
  http: {
    title: 'How many HTTP requests does each answer over kept connections?',
    shown: ['requestsPerSecond', 'failedPercent', 'requestP95', 'serverCpuPercent'],
    ladder: true,
    finding: 'requestsPerSecond',
  },
  messages: {
    title: 'What happens to messages as users grow?',
    shown: ['acknowledgedPerSecond', 'errorPercent', 'deliveryP95'],
    ladder: true,
    preferred: ({ users }) => users === 100,
    finding: 'deliveryP95',
    glance: ['errorPercent', 'deliveryP95'],
  },
  fanout: {
    title: 'What does one message to many people cost?',
    shown: ['errorPercent', 'deliveryP50', 'deliveryP95', 'deliveryP99', 'cpuUsEachDelivery'],
    preferred: ({ rate }) => rate === 100,
    finding: 'deliveryP95',
    glance: ['deliveryP95', 'cpuUsEachDelivery'],
  },
  connections: {
    title: 'What does a joined user cost?',
    shown: ['kilobytesEach', 'serverMsEachJoin', 'joinsPerSecond', 'wireMegabytes'],
    finding: 'kilobytesEach',
  },
  capacity: {
    title: 'How much does each bear?',
    shown: ['usersBorne', 'ackP95', 'deliveryP95', 'serverCpuPercent', 'clientCpuPercent'],
    finding: 'usersBorne',
    search: 'Most users at whom most runs passed',
  },
  faults: {
    title: 'Does the ledger see injected faults?',
    shown: ['rightRunsPercent'],
    ladder: true,
  },
};

/** @param {{kind: RunKind}} run a run or a group of runs @returns {boolean} whether it measures a server */
export const isMeasurement = ({ kind }) => QUESTIONS[kind].finding !== undefined;

/**
 * @param {Group} group
 * @returns {Cell[]} the group's chats, or all targets if it has no chat, at the preferred load. If nobody measured it:
 *   at the greatest of the loads with the most targets.
 */
export function headlineOf({ kind, cells }) {
  const { preferred, search } = QUESTIONS[kind];
  const chatCells = cells.filter(({ target }) => knownTarget(target)?.study);
  const shownCells = chatCells.length > 0 ? chatCells : cells;
  if (search) return shownCells;
  const loads = byLoad(shownCells);
  const mostTargets = Math.max(...loads.map((cellsOfLoad) => cellsOfLoad.length));
  return (
    loads.find(([cell]) => preferred?.(cell)) ??
    loads.findLast((cellsOfLoad) => cellsOfLoad.length === mostTargets) ??
    []
  );
}
