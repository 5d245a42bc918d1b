const EVERY_MS = 10_000;

/** Says every ten seconds how far a long run is. */
export class Progress {
  /** @param {{requests: number, seconds?: number, say: (line: string) => void}} options it ends after so many calls, or so long */
  constructor({ requests, seconds = Infinity, say }) {
    this.requests = requests;
    this.seconds = seconds;
    this.say = say;
    this.began = Date.now();
    this.nextAt = this.began + EVERY_MS;
  }

  /** @param {number} calls so far @param {number} [now] ms */
  reach(calls, now = Date.now()) {
    if (now < this.nextAt) return;
    this.nextAt = now + EVERY_MS;
    const passed = (now - this.began) / 1000;
    const rate = calls / passed;
    const left = Math.min((this.requests - calls) / rate, this.seconds - passed) / 60;
    const of = Number.isFinite(this.requests) ? ` of ${this.requests}` : '';
    this.say(`${calls}${of} calls, ${Math.round(rate)}/s, ${Math.max(0, left).toFixed(1)} min left`);
  }
}
