import fs from 'node:fs';
import { markup, raw } from './markup.js';
import { svgOf } from './svg.js';

/** @import { Block, Report } from './report.js' */
/** @import { Table, TableCell } from './tables.js' */

/**
 * Renders the report as one file without scripts, which needs no network.
 * @param {Report} report @returns {string}
 */
export function asHtmlPage({ from, outcome, sentence, blocks: [, ...blocks] }) {
  const styles = fs.readFileSync(new URL('report.css', import.meta.url), 'utf8');
  const chapters = blocks.flatMap((block) => ('heading' in block && block.level === 2 ? block.heading : []));
  const firstHeading = blocks.findIndex((block) => 'heading' in block);
  const page = markup`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
    <title>Load report of ${from.slice(0, 16).replace('T', ' ')}</title>
    <style>
${raw(styles)}
    </style>
  </head>
  <body>
    <main>
      <h1 class="${outcome}">${sentence}</h1>
${blocks.slice(0, firstHeading).map(htmlOf)}
      <nav>${chapters.map((text) => markup`<a href="#${idOf(text)}">${text}</a> `)}</nav>
${blocks.slice(firstHeading).map(htmlOf)}
    </main>
  </body>
</html>
`;
  return String(page);
}

/** @param {string} heading */
const idOf = (heading) => heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** @param {Block} block @returns {unknown} markup */
function htmlOf(block) {
  if ('heading' in block)
    return block.level === 2
      ? markup`<h2 id="${idOf(block.heading)}">${block.heading}</h2>\n`
      : markup`<h3>${block.heading}</h3>\n`;
  if ('text' in block) return markup`<p class="${block.warning && 'warning'}">${bold(block.bold)}${block.text}</p>\n`;
  if ('list' in block) return markup`<ul>${block.list.map((item) => markup`<li>${item}</li>`)}</ul>\n`;
  if ('table' in block) return table(block.table);
  if ('code' in block) return markup`<pre tabindex="0">${block.code.join('\n')}</pre>\n`;
  if ('charts' in block) return markup`<div class="charts">${block.charts.map((chart) => raw(svgOf(chart)))}</div>\n`;
  return markup`<details><summary>${block.summary}</summary>\n${block.blocks.map(htmlOf)}</details>\n`;
}

/** @param {string} [text] */
const bold = (text) => text && markup`<b>${text}</b> `;

/** @param {Table} data */
function table({ caption, head, rows }) {
  const headOf = (/** @type {string} */ name, /** @type {number} */ place) =>
    name === '' ? markup`<td></td>` : markup`<th scope="col" class="${rows[0]?.[place].words && 'words'}">${name}</th>`;
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
    <caption>${caption}</caption>
    <thead><tr>${head.map(headOf)}</tr></thead>
    <tbody>
      ${rows.map((row) => markup`<tr>${row.map(cell)}</tr>\n      `)}
    </tbody>
  </table></div>
`;
}

/** @param {TableCell} data */
function cell({ text, words, bound, failed }) {
  const classes = [words && 'words', bound && 'bound', failed && 'failed'].filter(Boolean).join(' ');
  return markup`<td class="${classes}">${text}</td>`;
}
