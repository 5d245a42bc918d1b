/**
 * @param {string[]} head @param {Array<Array<string | number>>} rows
 * @param {{left?: number[]}} [options] left: columns of words
 * @returns {string} a Markdown table, whose numbers are right-aligned
 */
export function markdownTable(head, rows, { left = [0] } = {}) {
  const line = (/** @type {Array<string | number>} */ cells) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map((_, column) => (left.includes(column) ? '---' : '---:')));
  return [line(head), rule, ...rows.map(line)].join('\n');
}
