import { ChatError } from './ChatError.js';

/** @import { ErrorCode } from './contract.js' */
/** @import { Log } from './log.js' */

/**
 * The contract's code for an error of Fastify or its plugins, by status.
 * @type {Record<number, ErrorCode>}
 */
const CODE_BY_STATUS = {
  403: 'not_found', // a file that does not belong to the page
  404: 'not_found',
  413: 'body_too_large',
  414: 'not_found',
  415: 'unsupported_media_type',
};
const DISCONNECTED = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];
// The server causes these. Other codes are caused by clients, even with status 503, such as a user's 21st socket.
const SERVER_CODES = ['internal', 'store_unavailable'];
// An error is logged once in this time: a database that is away fails thousands of messages a second.
const LOG_AGAIN_MS = 10_000;

/**
 * Counts the errors that clients meet, and logs them: each kind at most once per period, with the number of omitted
 * ones.
 * @param {Pick<Log, 'error'>} log
 * @param {(code: string) => void} count
 */
export function createErrors(log, count) {
  /** @type {Map<string, { since: number, omitted: number }>} */
  const logged = new Map();

  /** @param {ChatError} error not logged if a client causes it */
  function logError(error) {
    if (!SERVER_CODES.includes(error.code)) return;
    const now = performance.now();
    const last = logged.get(error.code);
    if (last && now - last.since < LOG_AGAIN_MS) return void last.omitted++;
    logged.set(error.code, { since: now, omitted: 0 });
    log.error({ err: error.cause ?? error, omitted: last?.omitted ?? 0 }, error.code);
  }

  return {
    logError,
    /** @param {unknown} error of a call @returns {ChatError} the answer */
    report(error) {
      const answer = toChatError(error);
      logError(answer);
      count(answer.code);
      return answer;
    },
  };
}

/** @typedef {ReturnType<typeof createErrors>} Errors */

/** @param {unknown} error @returns {ChatError} */
function toChatError(error) {
  if (error instanceof ChatError) return error;
  const { code = '', statusCode = 500 } = /** @type {{ code?: string, statusCode?: number }} */ (error);
  if (code === 'FST_ERR_BAD_URL') return new ChatError('not_found');
  const isOfClient = statusCode < 500 || DISCONNECTED.includes(code);
  return new ChatError(CODE_BY_STATUS[statusCode] ?? (isOfClient ? 'bad_request' : 'internal'), { cause: error });
}
