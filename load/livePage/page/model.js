import { addRow } from '../server/rows.js';

/**
 * @typedef {ReturnType<import('../server/liveRun.js').LiveRun['summary']>} Summary
 * @typedef {{run: Summary | null, rows: Record<string, import('../server/rows.js').Row[]>}} Model
 */

/** @returns {Model} before the server has told anything */
export const nothing = () => ({ run: null, rows: {} });

/**
 * What the page knows once the server has told something; the rows of a model are its own and grow.
 * @param {Model} model @param {'run' | 'state' | 'row'} event @param {any} data
 * @returns {Model}
 */
export function told(model, event, data) {
  if (event === 'run') {
    if (data.run === null) return nothing();
    const { rows, ...run } = data.run;
    return { run, rows };
  }
  // Of a run that was begun meanwhile everything comes with its first event.
  if (model.run?.id !== data.id) return model;
  if (event === 'state') return { ...model, run: data };
  addRow((model.rows[data.target] ??= []), data.row);
  return model;
}
