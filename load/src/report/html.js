import fs from 'node:fs';
import { markup, raw } from './markup.js';
import { svgOf } from './svg.js';

/**
 * The report as one file without a script, which needs no network.
 * @param {import('./report.js').Report} report @returns {string}
 */
export function asHtmlPage(report) {
  const styles = fs.readFileSync(new URL('report.css', import.meta.url), 'utf8');
  const page = markup`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
    <title>Load report of ${report.from.slice(0, 16).replace('T', ' ')}</title>
    <style>
${raw(styles)}
    </style>
  </head>
  <body>
    <header>
      <h1 class="${report.outcome}">${report.sentence}</h1>
      <p>
        A figure is the median of its runs (the least to the greatest). Slanted: the load client set it, not the server.
      </p>
      ${report.apart.map((why) => markup`<p class="warning">${why}: they stand in tables of their own.</p>`)}
      <nav>${report.chapters.map(linkTo)}</nav>
    </header>
    <main>
      ${report.chapters.map(
        (chapter) => markup`<section id="${chapter.id}">
        <h2>${chapter.title} <small>${chapter.about}</small></h2>
        ${table(chapter.table)}
        ${charts(chapter.charts)}
        ${table(chapter.ledger)}
        <ul>${chapter.notes.map((note) => markup`<li>${note}</li>`)}</ul>
        ${chapter.runs.map(timeline)}
        ${table(chapter.provenance)}
        <pre tabindex="0">${chapter.commands.join('\n')}</pre>
      </section>`,
      )}
    </main>
  </body>
</html>
`;
  return String(page);
}

/** @param {import('./report.js').Report['chapters'][number]} chapter */
const linkTo = ({ id, title, about }) => markup`<a href="#${id}">${title}${about && ` (${about})`}</a> `;

/** @param {import('./charts.js').Chart[]} all */
const charts = (all) => markup`<div class="charts">${all.map((chart) => raw(svgOf(chart)))}</div>`;

/** @param {import('./report.js').Report['chapters'][number]['runs'][number]} run */
function timeline({ title, failed, charts: own, faults }) {
  if (own.length + faults.length === 0) return '';
  return markup`<details>
    <summary>${failed ? '✕ ' : ''}${title}, second by second</summary>
    ${charts(own)}
    ${faults.length > 0 && markup`<pre tabindex="0">${faults.join('\n')}</pre>`}
  </details>`;
}

/** @param {import('./tables.js').Table} data */
function table({ caption, head, rows }) {
  const headOf = (/** @type {string} */ name, /** @type {number} */ place) =>
    name === '' ? markup`<td></td>` : markup`<th scope="col" class="${rows[0]?.[place].words && 'words'}">${name}</th>`;
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
    <caption>${caption}</caption>
    <thead><tr>${head.map(headOf)}</tr></thead>
    <tbody>
      ${rows.map((row) => markup`<tr>${row.map(cell)}</tr>\n      `)}
    </tbody>
  </table></div>`;
}

/** @param {import('./tables.js').TableCell} data */
function cell({ text, words, bound, failed }) {
  const classes = [words && 'words', bound && 'bound', failed && 'failed'].filter(Boolean).join(' ');
  return markup`<td class="${classes}">${text}</td>`;
}
