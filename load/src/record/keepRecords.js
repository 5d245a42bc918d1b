import path from 'node:path';
import { recordFile } from './recordFile.js';
import { saveRecord } from './saveRecord.js';

/**
 * Puts records into a folder of docs/data, without what happened second by second.
 * @param {import('./runRecord.js').RunRecord[]} records @param {string} folder
 */
export function keepRecords(records, folder) {
  for (const record of records) {
    // Where the records went says nothing of the run.
    const command = record.command.replace(/ --save \S+| --keep/g, '');
    const kept = { ...record, command, series: [], faults: [] };
    saveRecord(path.join(folder, recordFile(record)), kept);
  }
}
