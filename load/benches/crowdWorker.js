import { ClientLoad } from './clientLoad.js';
import { Crowd } from './crowd.js';
import { ledgerOf } from './crowdAudit.js';
import { Ledger } from '../ledger/ledger.js';
import { now } from '../ledger/clock.js';

/**
 * One process of a crowd: told {target, sessions} it joins and answers {joined, why}; told {run} it answers what its part
 * of the crowd received in that run, and ends.
 * @typedef {{target: import('./wire/meaning.js').Target, sessions: import('./wire/meaning.js').Session[]}} JoinOrder
 * @typedef {object} Part
 * @property {import('../ledger/ledger.js').LedgerRecord} ledger
 * @property {Array<[string, number]>} sizes for how many receivers one of the ledger stands
 * @property {string[]} ends @property {number} bytesReceived @property {ReturnType<ClientLoad['stop']>} client
 */

/** @type {Crowd} */
let crowd;
const client = new ClientLoad();

process.on('message', async (/** @type {JoinOrder & {run?: string}} */ { target, sessions, run }) => {
  if (run === undefined) {
    crowd = new Crowd(target);
    await crowd.join(sessions);
    process.send?.({ joined: crowd.members.length, why: crowd.failures[0]?.message ?? null });
    return;
  }
  const load = client.stop();
  const ledger = new Ledger({ run, target: crowd.target.name });
  const sizes = ledgerOf(crowd, ledger, now());
  const { ends, bytesReceived } = crowd;
  crowd.close();
  const part = { ledger: ledger.toJSON(), sizes: [...sizes], ends, bytesReceived, client: load };
  process.send?.(part, () => process.exit(0));
});
// Whoever started it has ended.
process.on('disconnect', () => process.exit(0));
