import { audit } from '../ledger/audit.js';
import { intendedAtOf } from '../ledger/clientIds.js';

/**
 * What became of messages that nobody of a crowd sent: what one receiver had, all have to have, and what none had is missing altogether.
 * @param {import('../ledger/ledger.js').LedgerRecord} ledger of all receivers @param {Map<string, number>} sizes for how many one of them stands
 * @param {number} sent messages, all of which are due to everybody
 * @returns {import('../ledger/audit.js').Audit}
 */
export function auditListeners(ledger, sizes, sent) {
  const messages = { ...ledger.messages };
  for (const [id, clientId] of Object.entries(ledger.clientIds)) {
    const at = intendedAtOf(clientId);
    messages[clientId] = { sentAt: at, ackedAt: at, id: Number(id) };
  }
  const audited = audit({ ...ledger, messages }, null, sizes);
  const receivers = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const unseen = (sent - audited.sent) * receivers;
  return { ...audited, sent, expected: audited.expected + unseen, lost: audited.lost + unseen };
}
