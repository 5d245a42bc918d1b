import { pino } from 'pino';

/** @import { ChatError } from './ChatError.js' */

/** @param {string} level of pino; `silent` for tests */
export const createLog = (level) => pino({ name: 'node-chat', level });

/** @typedef {ReturnType<typeof createLog>} Log */

// A database that is away fails thousands of messages a second for the same reason.
const SAY_AGAIN_MS = 10_000;
// Other codes are caused by clients, even with status 503, such as a user's 21st socket.
const FAULTS = ['internal', 'store_unavailable'];

/**
 * Logs events that clients or a broken store can cause at any rate: each kind at most once per period, with the number
 * of omitted ones.
 * @param {Pick<Log, 'error' | 'warn'>} log
 */
export function createThrottledLog(log) {
  /** @type {Map<string, { since: number, leftOut: number }>} */
  const said = new Map();

  /** @param {string} kind @param {(leftOut: number) => void} say */
  function throttled(kind, say) {
    const now = performance.now();
    const last = said.get(kind);
    if (last && now - last.since < SAY_AGAIN_MS) {
      last.leftOut++;
      return;
    }
    said.set(kind, { since: now, leftOut: 0 });
    say(last?.leftOut ?? 0);
  }

  return {
    /** Logs faults of the server, but not of clients. @param {ChatError} fault */
    fault(fault) {
      if (!FAULTS.includes(fault.code)) return;
      throttled(fault.code, (leftOut) => log.error({ err: fault.cause ?? fault, leftOut }, fault.code));
    },
    /** Logs a refused client. @param {string} why @param {Record<string, unknown>} who */
    refusal(why, who) {
      throttled(why, (leftOut) => log.warn({ ...who, leftOut }, why));
    },
  };
}

/** @typedef {ReturnType<typeof createThrottledLog>} ThrottledLog */
