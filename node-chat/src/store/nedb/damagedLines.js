import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';

/** All that NeDB takes for the end of a line. */
const LINE_ENDS = /[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * Moves the lines that NeDB would drop when it opens the file to FILE.damaged, so that a person can look at them.
 * @param {string} file that may not exist
 * @returns {Promise<number>} how many there were
 * @throws {Error} where most of the file is damaged: then it is another file than the one that was meant
 */
export async function setDamagedLinesAside(file) {
  const damaged = [];
  let whole = 0;
  try {
    for await (const line of linesOf(file)) {
      if (isDocument(line)) whole++;
      else damaged.push(line);
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return 0;
    throw error;
  }
  if (damaged.length > 1 && damaged.length > whole) {
    throw new Error(
      `${file}: ${damaged.length} of ${damaged.length + whole} lines are no documents. Put a copy of the file back, or move it away to begin with an empty one.`,
    );
  }
  if (damaged.length > 0)
    await appendFile(`${file}.damaged`, damaged.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  return damaged.length;
}

/** @param {string} file */
async function* linesOf(file) {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split(LINE_ENDS);
    rest = /** @type {string} */ (lines.pop());
    for (const line of lines) if (line !== '') yield line;
  }
  if (rest !== '') yield rest;
}

/** A document, or one of NeDB's own notes about an index. @param {string} line */
function isDocument(line) {
  try {
    const { _id, $$indexCreated, $$indexRemoved } = JSON.parse(line);
    return Boolean(_id ?? $$indexCreated ?? $$indexRemoved);
  } catch {
    return false;
  }
}
