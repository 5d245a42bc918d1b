import { ChatError } from '../../ChatError.js';

/**
 * @param {import('../../log.js').ThrottledLog} log
 * @param {import('../metrics.js').Metrics} metrics
 */
export function createFaults(log, metrics) {
  /** @param {unknown} error @returns {ChatError} counted, and logged where it is not the client's own */
  return function asFault(error) {
    const fault = error instanceof ChatError ? error : new ChatError('internal', { cause: error });
    log.fault(fault);
    metrics.countError(fault.code);
    return fault;
  };
}

/** @typedef {ReturnType<typeof createFaults>} AsFault */
