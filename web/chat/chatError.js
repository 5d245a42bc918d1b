/**
 * Errors after which the page sends a message again. After the first four the message may be stored: a database may
 * finish an insert that the server gave up. After the other two a later attempt succeeds.
 */
const UNDECIDED = new Set([
  ...['unreachable', 'no_answer', 'internal', 'store_unavailable'],
  ...['too_many_messages', 'too_many_connections'],
]);

/** An error with a message for people and a code: one of contract.json, `unreachable` or `no_answer`. */
export class ChatError extends Error {
  /**
   * @param {{ code: string, message: string, field?: string }} error as the server sends it
   * @param {number} [retryAfter] seconds
   */
  constructor(error, retryAfter) {
    super(error.message);
    this.code = error.code;
    this.field = error.field;
    this.retryAfter = retryAfter;
  }

  /** Whether a message with this answer is not stored, and a second attempt would fail too. */
  get isFinal() {
    return !UNDECIDED.has(this.code);
  }

  /** No connection, or one that broke before the answer. */
  static unreachable() {
    return new ChatError({ code: 'unreachable', message: 'The server cannot be reached. Check your connection.' });
  }

  /** The request was sent, and no answer came in time. */
  static noAnswer() {
    return new ChatError({ code: 'no_answer', message: 'The server did not answer: try again.' });
  }

  /**
   * Turns any error of a transport into a ChatError.
   * @param {any} error
   */
  static from(error) {
    if (error instanceof ChatError) return error;
    if (typeof error?.code === 'string' && typeof error?.message === 'string') return new ChatError(error);
    return new ChatError({ code: 'internal', message: 'The server gave an answer that this page does not know.' });
  }
}

/**
 * How long the server asks to wait after too many calls.
 * @param {{ retryAfter?: number }} error
 * @returns {number} ms
 */
export const pauseAfter = ({ retryAfter = 1 }) => retryAfter * 1000;
