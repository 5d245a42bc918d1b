import { lookOfTarget, reference } from '../charts/looks.js';
import { studyByUsers, studyCurve } from '../reports/readStudy.js';
import { knownTarget } from '../targets/targets.js';
import { KINDS } from '../runRecord/kinds.js';
import { byClient } from './cells.js';

/**
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {import('../charts/alignedPoints.js').Line} Line
 */

/** @param {Cell[]} cells of one kind @returns {Map<string, Cell[]>} those of one line, by its name: a target, and a client or rate where there are several */
export function cellsByLine(cells) {
  const several = (/** @type {Cell} */ cell) =>
    cells.some((other) => other !== cell && other.target === cell.target && other.users === cell.users && other.client === cell.client); // prettier-ignore
  return Map.groupBy(cells, (cell) => {
    const rate = several(cell) ? `, ${Number((cell.rate ?? 0).toFixed(1))} messages/s` : '';
    return cell.title + byClient(cell.client) + rate;
  });
}

/** @param {Cell[]} cells of one kind @param {string} metric @returns {Line[]} a metric over users, its interval that of the repetitions */
export function linesOverUsers(cells, metric) {
  return [...cellsByLine(cells)].flatMap(([name, own]) => {
    const points = own.flatMap(({ users, metrics, runs, boundBy }) => {
      const spread = metrics[metric];
      if (!spread) return [];
      const ends = runs.length > 1 ? { least: spread.least, greatest: spread.greatest } : {};
      return [{ x: users, y: spread.median, ...ends, ...(boundBy.length > 0 && { bound: true }) }];
    });
    const plain = lookOfTarget(own[0].target);
    const look = own[0].client === 'artillery' ? { ...plain, dash: /** @type {const} */ ('dotted') } : plain;
    return points.length === 0 ? [] : [{ name, look, points }];
  });
}

/**
 * The study's curves of the same servers, where it has levels between ours.
 * @param {Cell[]} cells of one kind @param {string} column of the study's table
 * @returns {Line[]}
 */
export function studyLines(cells, column) {
  /** @type {import('../runRecord/kinds.js').Kind} */
  const { study: table } = KINDS[cells[0].kind];
  if (!table) return [];
  const users = cells.map((cell) => cell.users);
  const [fewest, most] = [Math.min(...users), Math.max(...users)];
  const servers = new Set(cells.flatMap(({ target }) => knownTarget(target)?.study.server ?? []));
  return [...servers].flatMap((server) => {
    const points = [...studyByUsers(table, server).values()]
      .map((row) => ({ x: Number(row.users), y: Number(row[column]) }))
      .filter(({ x }) => x >= fewest && x <= most);
    return points.length === 0 ? [] : [{ name: studyCurve(server), look: reference(lookOfTarget(server)), points }];
  });
}
