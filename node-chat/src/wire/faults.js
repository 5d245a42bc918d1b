import { ChatError } from '../ChatError.js';

/** What Fastify and Node.js themselves refuse, as the contract names it. */
const CODES = /** @type {Record<string, import('../contract.js').ErrorCode>} */ ({
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  ECONNRESET: 'bad_request', // hung up amid the body
});

/** @param {import('../log.js').ThrottledLog} log @param {(code: string) => void} countError */
export function createFaults(log, countError) {
  /** @param {unknown} error @returns {ChatError} counted, and logged where it is not the client's own */
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
  const { code = '' } = /** @type {{ code?: string }} */ (error);
  return new ChatError(CODES[code] ?? 'internal', { cause: error });
}
