import { knownTarget } from '../server/targets.js';

/**
 * @param {Pick<import('./runRecord.js').RunRecord, 'plan' | 'server'>} run
 * @returns {'database servers' | 'embedded stores' | 'unknown stores' | null} of the chats; null: a server without a
 *   choice. unknown: this machine did not start it
 */
export function storeOf({ plan, server }) {
  if (!knownTarget(plan.target)?.implementation) return null;
  if (server.database) return 'database servers';
  return server.fresh || Object.keys(server.parts).length > 0 ? 'embedded stores' : 'unknown stores';
}
