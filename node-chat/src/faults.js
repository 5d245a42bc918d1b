import { ChatError } from './ChatError.js';

/** @import { ErrorCode } from './contract.js' */
/** @import { ThrottledLog } from './log.js' */

/**
 * The contract's code for an error of Fastify or its plugins, by status.
 * @type {Record<number, ErrorCode>}
 */
const CODES = {
  403: 'not_found', // a file that does not belong to the page
  404: 'not_found',
  413: 'body_too_large',
  414: 'not_found',
  415: 'unsupported_media_type',
};
const HUNG_UP = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/** @param {ThrottledLog} log @param {(code: string) => void} countError */
export function createFaults(log, countError) {
  /** Counts an error, and logs it unless it is the client's. @param {unknown} error @returns {ChatError} */
  return function asFault(error) {
    const fault = asChatError(error);
    log.fault(fault);
    countError(fault.code);
    return fault;
  };
}

/** @typedef {ReturnType<typeof createFaults>} AsFault */

/** @param {unknown} error @returns {ChatError} */
function asChatError(error) {
  if (error instanceof ChatError) return error;
  const { code = '', statusCode = 500 } = /** @type {{ code?: string, statusCode?: number }} */ (error);
  if (code === 'FST_ERR_BAD_URL') return new ChatError('not_found');
  const isTheClients = statusCode < 500 || HUNG_UP.includes(code);
  return new ChatError(CODES[statusCode] ?? (isTheClients ? 'bad_request' : 'internal'), { cause: error });
}
