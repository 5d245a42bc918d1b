/**
 * @param {string[]} head @param {Array<Array<string | number>>} rows @param {{left?: number[]}} [options] left: columns of words
 * @returns {string} a table of Markdown, numbers to the right
 */
export function markdownTable(head, rows, { left = [0] } = {}) {
  const line = (/** @type {Array<string | number>} */ cells) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map((_, column) => (left.includes(column) ? '---' : '---:')));
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** @param {number} value @param {number} [digits] @returns {string} thousands apart by a thin space */
export function figure(value, digits = 0) {
  const [whole, fraction] = value.toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return fraction ? `${grouped}.${fraction}` : grouped;
}
