import { contract } from './contract.js';

/** A fault by its code in contract.json: the client's, or the chat's. */
export class ChatError extends Error {
  /**
   * @param {import('./contract.js').ErrorCode} code
   * @param {{ field?: string, retryAfter?: number, cause?: unknown }} [more] field: the input at fault; retryAfter:
   *   seconds
   */
  constructor(code, { field, retryAfter, cause } = {}) {
    const { status, message } = contract.errors[code];
    const limit = Error.stackTraceLimit;
    // A client's own fault is looked into by nobody here, and a stack costs more than the rest of the answer.
    if (status < 500) Error.stackTraceLimit = 0;
    super(message, { cause });
    Error.stackTraceLimit = limit;
    this.name = 'ChatError';
    this.code = code;
    this.status = status;
    this.field = field;
    this.retryAfter = retryAfter;
  }

  /** @returns {{ code: string, message: string, field?: string }} as it goes over both wires */
  toJSON() {
    return { code: this.code, message: this.message, ...(this.field && { field: this.field }) };
  }
}
