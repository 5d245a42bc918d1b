import { KINDS } from '../record/kinds.js';
import { failedVerdicts, outcomeOf } from '../record/verdict.js';
import { apart, chaptersOf } from './cells.js';
import { chartsOverTime, chartsOverUsers } from './charts.js';
import { ledgerTable, notesOf, provenanceTable, resultTable } from './tables.js';

/** @typedef {ReturnType<typeof reportOf>} Report */

/**
 * The content of a report, for every output format.
 * @param {import('./cells.js').RunRecord[]} records at least one
 */
export function reportOf(records) {
  const chapters = chaptersOf(records);
  return {
    ...{ outcome: outcomeOf(records), sentence: sentence(records), runs: records.length },
    from: records.map(({ startedAt }) => startedAt).sort()[0],
    apart: apart(chapters),
    chapters: chapters.map((chapter, place) => ({
      id: `${chapter.kind}-${place}`,
      title: KINDS[chapter.kind].title,
      about: Object.values(chapter.same).slice(0, 3).filter(Boolean).join(', '),
      table: resultTable(chapter),
      charts: chartsOverUsers(chapter),
      ledger: ledgerTable(chapter),
      notes: notesOf(chapter),
      provenance: provenanceTable(chapter),
      commands: [...new Set(chapter.cells.flatMap(({ runs }) => runs.map(({ command }) => command)))],
      runs: chapter.cells.flatMap(({ title, load, runs }) =>
        runs.map((run, number) => ({
          title: `${title}, ${load}${runs.length > 1 ? `, run ${number + 1}` : ''}`,
          failed: failedVerdicts(run).length > 0,
          charts: chartsOverTime(run, `${chapter.kind}-${run.startedAt}`),
          faults: (run.faults ?? []).map((fault) => Object.values(fault).join(' ')),
        })),
      ),
    })),
  };
}

/** @param {import('./cells.js').RunRecord[]} records @returns {string} whether all is well */
function sentence(records) {
  const bad = records.filter((run) => failedVerdicts(run).length > 0);
  const bound = records.filter(({ client }) => client.bound).length;
  const who = records.length === 1 ? 'The run' : `All ${records.length} runs`;
  const limit = bound === 0 ? '' : `; the load client set the figures of ${bound}`;
  if (bad.length === 0) return `${who} passed: nothing was lost, doubled or refused${limit}.`;
  const names = [...new Set(bad.flatMap(failedVerdicts).map(({ name }) => name))];
  return `${bad.length} of ${records.length} runs failed (${names.join(', ')})${limit}.`;
}
