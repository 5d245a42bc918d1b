import { DatabaseSync } from 'node:sqlite';

const ROWS = 100;
const QUERY = `with recursive rows (n) as (select 1 union all select n + 1 from rows where n < ${ROWS})
  select n from rows where look(n)`;

/**
 * Searches rows by a condition that is slow for each of them, and that no index helps. SQLite runs in the thread that
 * asks: it stands still.
 * @param {import('../call.js').Task} task
 */
export function askSqlite({ ms }) {
  const db = new DatabaseSync(':memory:');
  const start = performance.now();
  db.function('look', (n) => {
    const until = start + (ms * Number(n)) / ROWS;
    while (performance.now() < until);
    return 0;
  });
  db.prepare(QUERY).all();
  db.close();
  return { by: 'SQLite' };
}
