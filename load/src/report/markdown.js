import { markdownTable } from './markdownTable.js';

/** @import { Block } from './report.js' */
/** @import { Chart } from './charts.js' */
/** @import { Table } from './tables.js' */

/** @typedef {(chart: Chart) => string | null} Picture gives a chart's file; null: the page does not show it */

/** @param {{blocks: Block[]}} page a report, for example @param {Picture} [picture] @returns {string} */
export const asMarkdown = ({ blocks }, picture = () => null) =>
  blocks.flatMap((block) => textOf(block, picture)).join('\n\n') + '\n';

/** @param {Block} block @param {Picture} picture @returns {string[]} paragraphs */
function textOf(block, picture) {
  if ('heading' in block) return [`${'#'.repeat(block.level)} ${block.heading}`];
  if ('text' in block) return [block.bold ? `**${block.bold}** ${block.text}` : block.text];
  if ('list' in block) return [block.list.map((item) => `- ${item}`).join('\n')];
  if ('table' in block) return captionAndTable(block.table);
  if ('code' in block) return [['```', ...block.code, '```'].join('\n')];
  if ('charts' in block)
    return block.charts.flatMap((chart) => {
      const file = picture(chart);
      return file === null ? [] : [`![${chart.title} over users](${file})`];
    });
  const paragraphs = block.blocks.flatMap((one) => textOf(one, picture));
  return paragraphs.length > 0 ? [`<details><summary>${block.summary}</summary>`, ...paragraphs, '</details>'] : [];
}

/** @param {Table} table @returns {string[]} */
export function captionAndTable({ caption, head, rows }) {
  const textColumns = (rows[0] ?? []).flatMap(({ words }, place) => (words ? [place] : []));
  const markedRows = rows.map((row) =>
    row.map(({ text, bound }) => (bound ? `*${text}*` : text).replaceAll('|', '\\|')),
  );
  return [`**${caption}**`, markdownTable(head, markedRows, { left: textColumns })];
}
