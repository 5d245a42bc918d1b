import { ChatError } from '../../ChatError.js';

/** What Fastify and Node.js themselves refuse, as the contract names it. */
const CODES = /** @type {Record<string, import('../../contract.js').ErrorCode>} */ ({
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  ECONNRESET: 'bad_request', // hung up amid the body
});

/** @param {unknown} error @returns {ChatError} */
function asChatError(error) {
  if (error instanceof ChatError) return error;
  const { code = '' } = /** @type {{ code?: string }} */ (error);
  return new ChatError(CODES[code] ?? 'internal', { cause: error });
}

/**
 * Where a connection is closed before its answer, a file of the page, has begun, as it is where too much is pipelined: nobody is left to
 * answer. @param {unknown} error
 */
const isClosedEarly = (error) => /** @type {{ code?: string }} */ (error).code === 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Answers every error of every route with the contract's body.
 * @param {import('../../log.js').ThrottledLog} log
 * @param {import('../metrics.js').Metrics} metrics
 */
export function createErrorHandler(log, metrics) {
  /** @param {unknown} error @param {import('fastify').FastifyRequest} request @param {import('fastify').FastifyReply} reply */
  return function answerError(error, request, reply) {
    if (isClosedEarly(error) && request.raw.socket.destroyed) return void reply.raw.destroy();
    const fault = asChatError(error);
    metrics.countError(fault.code);
    log.fault(fault);
    if (fault.retryAfter) reply.header('retry-after', fault.retryAfter);
    // Also of errors outside of the context that sets these for all.
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    reply.code(fault.status).type('application/json; charset=utf-8');
    return reply.send(JSON.stringify({ error: fault }));
  };
}
