import { loadText } from '../record/plan.js';
import { columnsOf, figureText, METRICS, shownFigure, spreadOf } from '../record/metrics.js';
import { failedVerdicts, OUTCOME_MARKS, outcomeOf } from '../record/verdict.js';

/** @import { HostResult, RunRecord } from '../record/runRecord.js' */
/** @import { Form } from '../record/kinds.js' */

const NAME = 25;
const LOAD = 24;
// The printer shows at most this many findings. The counts include all findings.
const FINDINGS = 20;

/** Prints runs of one form as a table while they come: a head, a row for each run, and below it the failures. */
export class RunPrinter {
  #columns;

  /** @param {Form} form @param {(line: string) => void} [print] */
  constructor(form, print = console.log) {
    this.#columns = columnsOf(form).map((metric) => {
      const { head } = METRICS[metric];
      return { metric, head, width: Math.max(head.length, 7) + 2 };
    });
    this.print = print;
    const heads = this.#columns.map(({ head, width }) => head.padStart(width)).join('');
    print(`  ${'target'.padEnd(NAME)}${'load'.padEnd(LOAD)}${heads}`);
  }

  /** @param {RunRecord} record */
  row(record) {
    const values = this.#columns.map(({ metric }) =>
      figureText(metric, shownFigure(metric, record), record.client.name),
    );
    this.#line(OUTCOME_MARKS[outcomeOf([record])], record.plan.target, loadText(record.plan), values);
    for (const note of remarksOn(record)) this.print(`    ${note}`);
  }

  /**
   * Prints the ratio of each other target's medians to those of the first target, for each load.
   * @param {RunRecord[]} records
   * @param {string} first a target; loads without a record of it are left out
   */
  ratios(records, first) {
    for (const [load, runs] of Map.groupBy(records, ({ plan }) => loadText(plan))) {
      const runsByTarget = Map.groupBy(runs, ({ plan }) => plan.target);
      const firstRuns = runsByTarget.get(first);
      if (!firstRuns) continue;
      for (const [target, other] of runsByTarget) {
        if (target === first) continue;
        const values = this.#columns.map(({ metric }) => {
          const [ours, theirs] = [medianOf(firstRuns, metric), medianOf(other, metric)];
          return ours === null || !theirs ? '' : `x${(ours / theirs).toPrecision(3)}`;
        });
        this.#line(' ', `times ${target}`, load, values);
      }
    }
  }

  /** @param {string} mark @param {string} target @param {string} load @param {string[]} values */
  #line(mark, target, load, values) {
    const cells = values.map((value, place) => value.padStart(this.#columns[place].width)).join('');
    this.print(`${mark} ${target.padEnd(NAME)}${load.padEnd(LOAD)}${cells}`);
  }
}

/** @param {RunRecord[]} runs @param {string} metric @returns {number | null} */
function medianOf(runs, metric) {
  const values = runs.flatMap((run) => shownFigure(metric, run) ?? []);
  return values.length === 0 ? null : spreadOf(values).median;
}

/** @param {HostResult} agent @returns {string} */
function agentText({ name, joined, clockOffsetMs, clockWithinMs, cpuCores }) {
  const sign = clockOffsetMs < 0 ? 'behind' : 'ahead';
  const clock = `clock ${Math.abs(clockOffsetMs).toFixed(2)} ms ${sign}, known within ${clockWithinMs.toFixed(2)} ms`;
  return `${name}: ${joined} users, ${(cpuCores * 100).toFixed(0)} % of a core, ${clock}`;
}

/** @param {RunRecord} record @returns {string[]} remarks for the reader of the record */
function remarksOn(record) {
  const { client, errors = {}, notes = [], findings = [] } = record;
  return [
    ...failedVerdicts(record).map(({ name, value }) => `${name}: ${value}`),
    ...Object.entries(errors).map(([code, times]) => `${times} x ${code}`),
    ...findings.slice(0, FINDINGS).map((finding) => Object.values(finding).join(' ')),
    ...notes,
    ...(client.agents ?? []).map(agentText),
    ...(client.bound ? [`client-bound: ${client.boundBy.join(', ')}`] : []),
  ];
}
