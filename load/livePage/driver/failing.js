/** Says when a chat has given way, by what its scenario calls so. */
export class Failing {
  #inARow = 0;

  /** @param {import('../../scenarios/scenarios.js').Scenario['stopAt']} stopAt undefined: never */
  constructor(stopAt) {
    this.stopAt = stopAt;
  }

  /**
   * @param {{sent: number, refused: number, waiting: number, ack: import('../../ledger/latencies.js').LatencySummary}} row a second
   * @returns {string | null} why; null: it holds
   */
  look({ sent, refused, ack }) {
    if (!this.stopAt) return null;
    const errorPercent = sent === 0 ? 0 : (refused / sent) * 100;
    // A second in which nothing is acknowledged, though something was sent, is the worst of all.
    const slow = ack.p95 > this.stopAt.ackP95Ms || (ack.count === 0 && sent > 0);
    this.#inARow = slow || errorPercent > this.stopAt.errorPercent ? this.#inARow + 1 : 0;
    if (this.#inARow < this.stopAt.seconds) return null;
    if (!slow) return `gave way: ${errorPercent.toFixed(0)} % refused at ${sent} messages/s`;
    return ack.count === 0
      ? `gave way: no ack at ${sent} messages/s`
      : `gave way: ack p95 ${ack.p95.toFixed(0)} ms at ${sent} messages/s`;
  }
}
