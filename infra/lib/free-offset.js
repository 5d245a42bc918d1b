import { instance, loopback } from './instance.js';
import { portOwner } from './port-owner.js';

/** @typedef {[from: number, to: number]} Range of offsets, the last one not of it */

/**
 * Where each of those that run beside each other in `infra/test` looks for its ports. Ranges of their own, since they take
 * them later than they choose them: a pair minutes later, when its first step begins.
 */
export const testRanges = /** @satisfies {Record<string, Range>} */ ({
  pairs: [800, 900],
  nginx: [900, 920],
  supervision: [920, 940],
  serviceUser: [940, 960],
  backup: [960, 980],
  realBackup: [980, 1000],
});

/**
 * The first of every tenth offset whose ports are all free, so that no running pair is disturbed.
 * @param {Range} range
 */
export function freeOffset([from, to]) {
  for (let offset = from; offset < to; offset += 10) {
    const { ports } = instance('any', { host: loopback, offset, only: null, real: false, load: false });
    if (Object.values(ports).every((port) => !portOwner(port))) return offset;
  }
  throw new Error(`At every offset from ${from} to ${to - 1} a port is taken, as by another run of the tests.`);
}
