import { contract } from './contract.js';

/** @import { ErrorCode } from './contract.js' */

/** An error of the client or the chat, by its code in contract.json. */
export class ChatError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {{ field?: string, retryAfter?: number, cause?: unknown }} [more] field: the wrong input; retryAfter:
   *   seconds
   */
  constructor(code, { field, retryAfter, cause } = {}) {
    const { status, message } = contract.errors[code];
    super(message, { cause });
    this.name = 'ChatError';
    this.code = code;
    this.status = status;
    this.field = field;
    this.retryAfter = retryAfter;
  }

  /** @returns {{ code: string, message: string, field?: string }} the error as HTTP and sockets send it */
  toJSON() {
    return { code: this.code, message: this.message, ...(this.field && { field: this.field }) };
  }
}
