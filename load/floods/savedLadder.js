import fs from 'node:fs';
import path from 'node:path';

/**
 * A ladder as a file: levels may be measured one by one, a later run of a level replaces the earlier one.
 * @typedef {{server: string, what: string, url: string, seconds: number, codePath?: string,
 *   rows: Array<import('./floodRow.js').FloodRow>}} SavedLadder
 */

/**
 * @param {string} file @param {Omit<SavedLadder, 'rows'>} ladder @param {SavedLadder['rows'][number]} row
 */
export function saveRow(file, ladder, row) {
  const before = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).rows : [];
  const others = before.filter((/** @type {{users: number}} */ { users }) => users !== row.users);
  const rows = [...others, row].sort((one, other) => one.users - other.users);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ ...ladder, rows }, null, 2) + '\n');
}
