import { knownTarget } from '../server/targets.js';

/** @import { RunRecord } from './runRecord.js' */

/** A report's words for the stores. @type {Record<string, string>} */
export const STORE_TITLES = { servers: 'database servers', embedded: 'embedded stores', unknown: 'unknown stores' };

/**
 * @param {Pick<RunRecord, 'plan' | 'server'>} run
 * @returns {'servers' | 'embedded' | 'unknown' | null} the store of a chat; unknown: this machine did not start the
 *   chat; null: the server has no choice of stores
 */
export function storeOf({ plan, server }) {
  if (!knownTarget(plan.target)?.implementation) return null;
  if (server.database) return 'servers';
  return server.fresh || Object.keys(server.parts).length > 0 ? 'embedded' : 'unknown';
}
