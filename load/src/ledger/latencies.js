import * as hdr from 'hdr-histogram-js';

// The histogram covers 1 us to 10 min with three significant digits: a recorded latency is wrong by at most 0.1 %.
const HIGHEST_US = 600_000_000;

/**
 * @typedef {object} LatencySummary in ms, except for the count
 * @property {number} count
 * @property {number} min
 * @property {number} mean
 * @property {number} stdDev
 * @property {number} p50 the median
 * @property {number} p95
 * @property {number} p99
 * @property {number} max
 */

/** An HDR histogram in microseconds. Histograms of several processes can be added, their percentiles cannot. */
export class Latencies {
  #histogram = hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_US,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 32,
  });

  /**
   * @param {number} ms latency; less than 1 us counts as 1 us
   * @param {number} [count] how often the latency occurred
   */
  record(ms, count = 1) {
    const us = Math.min(HIGHEST_US, Math.max(1, Math.round(ms * 1000)));
    this.#histogram.recordValueWithCount(us, count);
  }

  /** @param {Latencies} other latencies that are added to these */
  add(other) {
    this.#histogram.add(other.#histogram);
  }

  get count() {
    return this.#histogram.totalCount;
  }

  /** @param {number} percent 0 to 100 @returns {number} ms; 0 if nothing was recorded */
  percentile(percent) {
    return this.count === 0 ? 0 : this.#histogram.getValueAtPercentile(percent) / 1000;
  }

  /** @returns {LatencySummary} */
  summary() {
    const { count } = this;
    const ms = (/** @type {'minNonZeroValue' | 'mean' | 'stdDeviation' | 'maxValue'} */ figure) =>
      count === 0 ? 0 : this.#histogram[figure] / 1000;
    return {
      count,
      min: ms('minNonZeroValue'),
      mean: ms('mean'),
      stdDev: ms('stdDeviation'),
      p50: this.percentile(50),
      p95: this.percentile(95),
      p99: this.percentile(99),
      max: ms('maxValue'),
    };
  }

  /** @returns {string} the compressed histogram, which another process can add */
  toJSON() {
    return hdr.encodeIntoCompressedBase64(this.#histogram);
  }

  /** @param {string} text a result of toJSON */
  static fromJSON(text) {
    const latencies = new Latencies();
    latencies.#histogram.add(hdr.decodeFromCompressedBase64(text));
    return latencies;
  }
}
