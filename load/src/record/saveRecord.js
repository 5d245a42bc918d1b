import fs from 'node:fs';
import path from 'node:path';

/**
 * Puts a record at its place, whole or not at all: whoever resumes believes every file that is there.
 * @param {string} file @param {object} record as schema.json says
 */
export function saveRecord(file, record) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, JSON.stringify(record, null, 1) + '\n');
  fs.renameSync(`${file}.new`, file);
}
