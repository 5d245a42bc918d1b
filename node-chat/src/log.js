import { pino } from 'pino';

/** @param {string} level of pino; `silent` for tests */
export const createLog = (level) => pino({ name: 'node-chat', level });

/** @typedef {ReturnType<typeof createLog>} Log */

// A database that is away fails thousands of messages a second, all for one reason.
const SAY_AGAIN_MS = 10_000;

/**
 * Logs faults that are not a client's own, each code once in a while, with the number of those left out.
 * @param {Log} log
 */
export function createFaultLog(log) {
  /** @type {Map<string, { since: number, leftOut: number }>} */
  const said = new Map();

  /** @param {import('./chat/ChatError.js').ChatError} fault */
  return function logFault(fault) {
    if (fault.status < 500) return;
    const now = performance.now();
    const last = said.get(fault.code);
    if (last && now - last.since < SAY_AGAIN_MS) {
      last.leftOut++;
      return;
    }
    said.set(fault.code, { since: now, leftOut: 0 });
    log.error({ err: fault.cause ?? fault, leftOut: last?.leftOut }, fault.code);
  };
}

/** @typedef {ReturnType<typeof createFaultLog>} FaultLog */
