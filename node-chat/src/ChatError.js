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
    super(message, { cause });
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
