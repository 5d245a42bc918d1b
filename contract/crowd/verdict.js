import { MB } from '../suite/memory.js';

/** @typedef {import('./crowd.js').Phase} Phase */

/** Nobody waits longer for an ack, for a page or to join. */
const ACK_MAX_MS = 1000;
// On a machine that other tests keep busy a server hesitates without any attack. It is held to this, or to so many
// times what it takes while nobody attacks.
const BUSY_ACK_MAX_MS = 3000;
const TIMES_QUIET = 20;

/**
 * The longest that an ack or a look may take.
 * @param {Phase} quiet the crowd by itself, before the attacks @param {boolean} strict 1 s whatever the machine does
 * @returns {number} ms
 */
export const ackBound = (quiet, strict) =>
  strict ? ACK_MAX_MS : Math.max(BUSY_ACK_MAX_MS, TIMES_QUIET * quiet.acks.p99);

/** @param {Phase['memory']} memory @param {number} bytes */
const grownMB = (memory, bytes) => Math.round((bytes - memory.before) / MB);

/**
 * What the crowd had to suffer from an attack.
 * @param {Phase} phase
 * @param {{ackMs: number, strict: boolean, peakMB: number, bufferedMB: number}} limits
 * @returns {string[]}
 */
export function sufferings(phase, { ackMs, strict, peakMB, bufferedMB }) {
  const { acks, looks, lagMs, lost, duplicated, outOfOrder, memory } = phase;
  // What the machine made the crowd itself wait is not the server's doing.
  const bound = ackMs + (strict ? 0 : lagMs);
  const peaked = grownMB(memory, memory.peak);
  const found = [
    acks.count === 0 && 'nothing was acknowledged at all',
    acks.own.ms > bound && late('an ack', acks.own, bound),
    looks.own.ms > bound && late('a look', looks.own, bound),
    lost > 0 && `${lost} deliveries were lost`,
    duplicated > 0 && `${duplicated} deliveries came twice`,
    outOfOrder > 0 && `${outOfOrder} deliveries came out of order`,
    peaked > peakMB && `memory grew by ${peaked} MB, at most ${peakMB} MB are due`,
    memory.buffered > bufferedMB * MB &&
      `${Math.round(memory.buffered / MB)} MB waited for clients, at most ${bufferedMB} MB are due`,
  ];
  return [...found.filter((each) => each !== false), ...phase.complaints];
}

/**
 * Memory that did not come back.
 * @param {Phase[]} phases one for each run of an attack @param {number} restMB a run's @returns {string | undefined}
 */
export function stillLarger(phases, restMB) {
  const runs = phases.length;
  const stayed = grownMB(phases[0].memory, phases[runs - 1].memory.after);
  if (stayed <= runs * restMB) return undefined;
  const after = runs > 1 ? `after ${runs} runs` : 'afterwards';
  return `memory was still ${stayed} MB larger ${after}, at most ${runs * restMB} MB are due`;
}

/** @param {string} what @param {Phase['acks']['own']} own @param {number} bound ms */
function late(what, { ms, way, keptWaitingMs }, bound) {
  const others = keptWaitingMs > 0 ? ` beside ${Math.round(keptWaitingMs)} ms in which others had the processor` : '';
  return `${what} took ${Math.round(ms)} ms (${way})${others}, at most ${Math.round(bound)} ms are due`;
}
