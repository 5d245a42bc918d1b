/**
 * These are no final answer to a message. After the first four it may be stored: a database may finish an
 * insert that the server gave up. After the other two it is stored when it is sent again in a moment.
 */
const UNDECIDED = new Set([
  ...['unreachable', 'no_answer', 'internal', 'store_unavailable'],
  ...['too_many_messages', 'too_many_connections'],
]);

/** What went wrong: words for a person, and a code of contract.json, or `unreachable`, `no_answer`. */
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

  /** Whether a message that got this answer is not stored, and would get it again. */
  get isFinal() {
    return !UNDECIDED.has(this.code);
  }

  /** No connection, or a connection that broke before the answer. */
  static unreachable() {
    return new ChatError({ code: 'unreachable', message: 'The server cannot be reached. Check your connection.' });
  }

  /** The request went out, and nothing came back in time. */
  static noAnswer() {
    return new ChatError({ code: 'no_answer', message: 'The server did not answer: try again.' });
  }

  /**
   * Whatever a transport was answered with, as a ChatError.
   * @param {any} error
   */
  static from(error) {
    if (error instanceof ChatError) return error;
    if (typeof error?.code === 'string' && typeof error?.message === 'string') return new ChatError(error);
    return new ChatError({ code: 'internal', message: 'The server gave an answer that this page does not know.' });
  }
}

/**
 * How long to wait where it was too much at once: as long as the server says.
 * @param {{ retryAfter?: number }} error
 * @returns {number} ms
 */
export const pauseAfter = ({ retryAfter = 1 }) => retryAfter * 1000;
