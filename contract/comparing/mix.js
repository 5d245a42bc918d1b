import { callsOf } from './pair.js';
import { PLACES } from './targets.js';

/** @typedef {import('./call.js').Step} Step */

/** How many calls there were of each kind. */
export class Mix {
  constructor() {
    /** @type {Map<string, number>} */
    this.counts = new Map();
  }

  /** @param {Step[]} steps that were taken */
  add(steps) {
    for (const step of steps) {
      const kind = kindOf(step);
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + callsOf(step));
    }
  }

  /** @returns {string} the most frequent first */
  toString() {
    return [...this.counts]
      .sort(([, one], [, other]) => other - one)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ');
  }
}

/** @param {Step} step */
function kindOf(step) {
  if ('socket' in step) return step.does === 'send' ? 'messages by socket' : `socket, ${step.does}`;
  if ('raw' in step) return 'raw bytes';
  if ('volley' in step) return step.how === 'pipelined' ? 'pipelined' : 'at the same time';
  const path = step.target.split('?')[0];
  const place = PLACES.test(path) ? path : /^\/web\/[a-z./]+$/.test(path) ? '/web/ files' : 'elsewhere';
  return ['GET', 'POST'].includes(step.method) ? `${step.method} ${place}` : 'other methods';
}
