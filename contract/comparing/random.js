/**
 * Numbers that a seed repeats: mulberry32 (Tommy Ettinger, public domain).
 * @param {number} seed @returns {() => number} from 0 to below 1
 */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choices made with such numbers. */
export class Dice {
  /** @param {number} seed */
  constructor(seed) {
    this.random = seeded(seed);
  }

  /** A whole number from 0 to below the bound. @param {number} bound */
  below(bound) {
    return Math.floor(this.random() * bound);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.random() < probability;
  }

  /** @template T @param {ArrayLike<T>} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }

  /** @param {number} length */
  bytes(length) {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}
