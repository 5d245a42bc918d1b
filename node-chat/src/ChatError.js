import { contract } from './contract.js';

/**
 * What a client did wrong, or what keeps the chat from serving it: a code of contract.json.
 */
export class ChatError extends Error {
  /**
   * @param {import('./contract.js').ErrorCode} code
   * @param {{ field?: string, retryAfter?: number, cause?: unknown }} [more] field: the input at fault; retryAfter: seconds
   */
  constructor(code, { field, retryAfter, cause } = {}) {
    super(contract.errors[code].message, { cause });
    this.name = 'ChatError';
    this.code = code;
    this.status = contract.errors[code].status;
    this.field = field;
    this.retryAfter = retryAfter;
  }

  /** @returns {{ code: string, message: string, field?: string }} as it goes over both wires */
  toJSON() {
    return { code: this.code, message: this.message, ...(this.field && { field: this.field }) };
  }
}
