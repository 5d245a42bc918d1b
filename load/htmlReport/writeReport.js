import fs from 'node:fs';
import path from 'node:path';
import { asMarkdown } from './asMarkdown.js';
import { page } from './page.js';
import { reportOf } from './reportOf.js';

/**
 * Writes a report, and beside it the same as Markdown.
 * @param {import('../runRecord/runRecord.js').RunRecord[]} records at least one @param {string} file its HTML
 * @returns {Promise<string[]>} the files
 */
export async function writeReport(records, file) {
  const report = reportOf(records);
  const beside = path.join(path.dirname(file), path.basename(file, path.extname(file)));
  const texts = {
    [file]: await page(report),
    [`${beside}.md`]: asMarkdown(report),
  };
  fs.mkdirSync(path.dirname(file), { recursive: true });
  for (const [name, text] of Object.entries(texts)) fs.writeFileSync(name, text);
  return Object.keys(texts);
}
