/**
 * A file's answer had not begun when its connection closed, as it does where too much is pipelined: nobody is left to
 * answer. @param {unknown} error
 */
const isClosedEarly = (error) => /** @type {{ code?: string }} */ (error).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Answers every error of every route with the contract's body. @param {import('../faults.js').AsFault} asFault */
export function createErrorHandler(asFault) {
  /**
   * @param {unknown} error
   * @param {import('fastify').FastifyRequest} request
   * @param {import('fastify').FastifyReply} reply
   */
  return function answerError(error, request, reply) {
    if (isClosedEarly(error) && request.raw.socket.destroyed) return void reply.raw.destroy();
    const fault = asFault(error);
    if (fault.retryAfter) reply.header('retry-after', fault.retryAfter);
    // Also of errors outside of the context that sets these for all.
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    reply.code(fault.status).type('application/json; charset=utf-8');
    return reply.send(JSON.stringify({ error: fault }));
  };
}
