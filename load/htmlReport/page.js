import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chartStyles, pageScript } from '../charts/bundle.js';
import { minuteOf } from '../runRecord/minuteOf.js';
import { failedVerdicts, OUTCOME_MARKS, outcomeOf } from '../runRecord/verdict.js';
import { markup, raw } from './markup.js';
import { loadOf } from './cells.js';
import { selfContained } from './selfContained.js';
import { faultsOf } from './sentence.js';

/**
 * @typedef {import('./reportOf.js').Report} Report
 * @typedef {import('./reportOf.js').ChartData} ChartData
 */

const TITLES = { good: 'Good', bound: 'Client-bound', failed: 'Failed' };

// So many failed runs show their seconds at once.
const OPENED = 2;

/**
 * The report as one file: script, styles and data stand in it, and its Content-Security-Policy lets it load nothing.
 * @param {Report} report @returns {Promise<string>}
 */
export async function page(report) {
  const script = await pageScript(fileURLToPath(new URL('page/main.js', import.meta.url)));
  const styles = chartStyles() + fs.readFileSync(new URL('page/report.css', import.meta.url), 'utf8');
  /** @type {Record<string, ChartData>} */
  const charts = {};
  const place = (/** @type {ChartData} */ chart) => {
    const id = `chart-${Object.keys(charts).length}`;
    charts[id] = chart;
    return markup`<div data-chart="${id}"></div>`;
  };
  const body = bodyOf(report, place);
  const title = `${TITLES[report.sentence.outcome]}: load report of ${minuteOf(report.from)}`;
  return selfContained({ title, styles, body, script, charts });
}

/** @param {Report} report @param {(chart: ChartData) => ReturnType<typeof markup>} chart */
function bodyOf(report, chart) {
  const [first, ...others] = report.kinds;
  const failed = report.timelines.filter(({ run }) => failedVerdicts(run).length > 0);
  const opened = new Set(failed.slice(0, OPENED).map(({ run }) => run));
  const charts = (/** @type {ChartData[]} */ all) => markup`<div class="pair">${all.map(chart)}</div>`;
  return markup` <header>
      <p class="about">
        Load report · ${report.runs} run${report.runs === 1 ? '' : 's'}, ${minuteOf(report.from)} UTC ·
        ${report.machines.join(' · ')}
      </p>
      <h1 class="sentence is-${report.sentence.outcome}"><span>${report.sentence.text}</span></h1>
    </header>
    <nav aria-label="Sections">${sections(report).map(([id, name]) => markup`<a href="#${id}">${name}</a>`)}</nav>
    <main>
      <section class="first" aria-label="At a glance">
        ${first.ranking && markup`<p class="lead">${first.ranking}</p>`} ${first.lead && chart(first.lead)}
        ${table(first.table)}
        ${others.map(
          ({ ranking, table: own }) => markup`${ranking && markup`<p class="lead">${ranking}</p>`}${table(own)}`,
        )}
        <p class="lead">
          A figure is the median of its runs, beside the least and the greatest of them. Hatched: the load client set
          it, not the server, so it is not ranked.
        </p>
        ${report.warnings.map((warning) => markup`<p class="warning">${warning}</p>`)}
      </section>
      ${report.kinds.map(
        (kind) =>
          markup` <section id="${kind.kind}">
            <h2>${kind.title}${kind.traffic.length > 0 && ' over users'}</h2>
            ${charts(kind.traffic)}
            ${kind.latency.length + kind.percentiles.length > 0 && markup`<h3>Latency</h3>`}
            ${charts(kind.latency.filter((one) => one !== first.lead))} ${charts(kind.percentiles)}
            ${(kind.cost.length > 0 || kind.models) && markup`<h3>What it costs</h3>`} ${charts(kind.cost)}
            ${kind.models && table(kind.models)}
          </section>`,
      )}
      <section id="timelines">
        <h2>Second by second</h2>
        <p class="lead">Each run by itself; the first that failed are open.</p>
        ${report.timelines.map(
          ({ run, cell, charts: own }) =>
            markup` <details class="run" ${raw(opened.has(run) ? 'open' : '')}>
              <summary>${runName(run, cell)}</summary>
              ${own.length === 0 ? markup`<p class="lead">Nothing was counted second by second.</p>` : charts(own)}
            </details>`,
        )}
      </section>
      <section id="ledger">
        <h2>Ledger</h2>
        ${report.kinds.map((kind) => table(kind.ledger))} ${namedFaults(report)}
      </section>
      <section id="provenance">
        <h2>Provenance</h2>
        ${table(report.provenance)}
        <h3>To have it again</h3>
        <pre tabindex="0">${report.commands.join('\n')}</pre>
      </section>
    </main>`;
}

/** @param {Report} report @returns {Array<[string, string]>} */
function sections({ kinds }) {
  return [
    ...kinds.map(({ kind, title }) => /** @type {[string, string]} */ ([kind, title])),
    ['timelines', 'Second by second'],
    ['ledger', 'Ledger'],
    ['provenance', 'Provenance'],
  ];
}

/** @param {import('./cells.js').RunRecord} run @param {import('./cells.js').Cell} cell */
function runName(run, cell) {
  const failed = cell.failures.filter((failure) => failure.run === run);
  const faults = failed.length === 0 ? '' : ` ${faultsOf({ ...cell, failures: failed })}:`;
  const verdict = OUTCOME_MARKS[outcomeOf([run])] + faults;
  const repetition = cell.runs.length > 1 ? `, run ${run.plan.repetition ?? cell.runs.indexOf(run) + 1}` : '';
  return `${verdict} ${cell.title}, ${loadOf(cell)}${repetition}, ${run.startedAt.slice(11, 19)} UTC`;
}

/** @param {Report} report */
function namedFaults({ timelines }) {
  const named = timelines.flatMap(({ run, cell }) => {
    const lines = [
      ...Object.entries(run.errors ?? {}).map(([code, times]) => `${times} × ${code}`),
      ...(run.faults ?? []).map((/** @type {any} */ { receivers = 1, ...fault }) =>
        [...Object.values(fault), ...(receivers > 1 ? [`and ${receivers - 1} others`] : [])].join(' '),
      ),
    ];
    return lines.length === 0 ? [] : [{ name: runName(run, cell), lines }];
  });
  return named.map(
    ({ name, lines }) => markup`
      <details class="run">
        <summary>${name}, the first of them</summary>
        <pre tabindex="0">${lines.join('\n')}</pre>
      </details>
    `,
  );
}

/** @param {import('./tables.js').Table} data */
function table({ caption, head, rows }) {
  const classes = (/** @type {import('./tables.js').TableCell} */ cell) =>
    [cell.words && 'words', cell.bound && 'bound', cell.failed && 'failed', cell.warned && 'warned']
      .filter(Boolean)
      .join(' ');
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((name, place) => {
            if (name === '') return markup`<td></td>`;
            return markup`<th scope="col" class="${rows[0]?.[place].words ? 'words' : ''}">${name}</th>`;
          })}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            markup`<tr>
              ${row.map((cell) => {
                const interval = cell.interval && markup` <span class="interval">${cell.interval}</span>`;
                return markup`<td class="${classes(cell)}">${cell.text}${interval}</td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
