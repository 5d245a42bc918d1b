/** What went wrong in words for a person, and a code for the program: those of contract.json, or `unreachable`, `no_answer`. */
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

  /** No connection, or a connection that broke before the answer. */
  static unreachable() {
    return new ChatError({ code: 'unreachable', message: 'The server cannot be reached. Check your connection.' });
  }

  /** The request went out, and nothing came back in time. */
  static noAnswer() {
    return new ChatError({ code: 'no_answer', message: 'The server did not answer. Nothing is lost: try again.' });
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

/** How long to wait where it was too much at once: as long as the server says. @param {{ retryAfter?: number }} error @returns {number} ms */
export const pauseAfter = ({ retryAfter = 1 }) => retryAfter * 1000;
