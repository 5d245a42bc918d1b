import { now } from '../ledger/clock.js';
import { Ledger } from '../ledger/ledger.js';

/** A ledger whose lines are told to a tally as they are written. */
export class WatchedLedger extends Ledger {
  /** @type {import('./loadClient.js').Tally | undefined} */
  tally;

  /** @override @param {string} clientId @param {number} at ms */
  sent(clientId, at) {
    if (!this.messages.has(clientId)) this.tally?.sent(clientId, at);
    super.sent(clientId, at);
  }

  /** @override @param {string} clientId @param {number | undefined} id @param {number} at ms */
  acknowledged(clientId, id, at) {
    const message = this.messages.get(clientId);
    if (message && message.ackedAt === undefined) this.tally?.acknowledged(clientId, message.sentAt, at);
    super.acknowledged(clientId, id, at);
  }

  /** @override @param {string} clientId @param {string} code */
  refused(clientId, code) {
    this.tally?.refused(clientId, now());
    super.refused(clientId, code);
  }
}
