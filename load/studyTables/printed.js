import { rowOf } from '../floods/floodRow.js';
import { floodTable } from '../reports/floodChapter.js';
import { messagesTable } from '../reports/messagesChapter.js';
import { TARGET_NAMES } from '../targets/targets.js';
import { messagesData } from './messagesData.js';

/** @param {any[]} records @returns {string} all tables that there are, as Markdown */
export function printed(records) {
  const floods = TARGET_NAMES.flatMap((server) => {
    const rows = records.filter(({ kind, plan }) => kind === 'flood' && plan.target === server).map(rowOf);
    return rows.length === 0 ? [] : [`Flood, ${server}`, '', floodTable({ server, rows }), ''];
  });
  const messages = messagesData(records).flatMap((data) => [`Messages, ${data.target}`, '', messagesTable(data), '']);
  return [...floods, ...messages].join('\n');
}
