import { knownTarget } from '../server/targets.js';

/** @import { RunRecord } from './runRecord.js' */

/** In a report. @type {Record<string, string>} */
export const STORE_TITLES = { servers: 'database servers', embedded: 'embedded stores', unknown: 'unknown stores' };

/**
 * @param {Pick<RunRecord, 'plan' | 'server'>} run
 * @returns {'servers' | 'embedded' | 'unknown' | null} of the chats; null: a server without a choice. unknown: this
 *   machine did not start it
 */
export function storeOf({ plan, server }) {
  if (!knownTarget(plan.target)?.implementation) return null;
  if (server.database) return 'servers';
  return server.fresh || Object.keys(server.parts).length > 0 ? 'embedded' : 'unknown';
}
